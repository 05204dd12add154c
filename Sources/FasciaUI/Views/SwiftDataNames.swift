// What programs use most of SwiftData, which there is none of on Linux.

@available(*, unavailable, message: "there is no SwiftData on Linux: make it @Observable, and keep it in a file as Codable")
@attached(member, names: arbitrary) public macro Model() = #externalMacro(module: "FasciaMacros", type: "PreviewableMacro")
@available(*, unavailable, message: "there is no SwiftData on Linux: declare a plain property")
@attached(peer) public macro Attribute(_ options: Any..., originalName: String? = nil) =
    #externalMacro(module: "FasciaMacros", type: "PreviewableMacro")
@available(*, unavailable, message: "there is no SwiftData on Linux: declare a plain property")
@attached(peer) public macro Relationship(_ options: Any..., deleteRule: Any? = nil, inverse: AnyKeyPath? = nil) =
    #externalMacro(module: "FasciaMacros", type: "PreviewableMacro")

@available(*, unavailable, message: "there is no SwiftData on Linux: keep values in @AppStorage or files")
@propertyWrapper public struct Query<Value> {
    public init<each Argument>(_ arguments: repeat each Argument) {}
    public var wrappedValue: Value { preconditionFailure("there is no SwiftData on Linux") }
}
@available(*, unavailable, message: "there is no SwiftData on Linux: keep values in @AppStorage or files")
public struct ModelContainer { public init(for types: Any..., configurations: Any...) throws {} }
@available(*, unavailable, message: "there is no SwiftData on Linux: keep values in @AppStorage or files")
public struct ModelContext { public init<each Argument>(_ arguments: repeat each Argument) {} }
@available(*, unavailable, message: "there is no SwiftData on Linux: keep values in @AppStorage or files")
public struct ModelConfiguration { public init(isStoredInMemoryOnly: Bool = false) {} }

extension Scene {
    @available(*, unavailable, message: "there is no SwiftData on Linux: keep values in @AppStorage or files")
    public func modelContainer(for types: Any..., inMemory: Bool = false) -> Self { self }
}
extension View {
    @available(*, unavailable, message: "there is no SwiftData on Linux: keep values in @AppStorage or files")
    public func modelContainer(for types: Any..., inMemory: Bool = false) -> Self { self }
}
