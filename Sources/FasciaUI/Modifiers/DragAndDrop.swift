// Dragging a view to another place. A terminal has one pointer with one button, so that nothing is dragged or dropped: rows move
// with `onMove`.

@available(*, deprecated, message: "has no effect in a terminal: a terminal has one pointer with one button")
extension View {
    public func draggable<T: Transferable>(_ payload: @autoclosure @escaping () -> T) -> some View { self }
    public func draggable<T: Transferable, Preview: View>(
        _ payload: @autoclosure @escaping () -> T, @ViewBuilder preview: () -> Preview
    ) -> some View { self }
    public func dropDestination<T: Transferable>(
        for type: T.Type = T.self, action: @escaping ([T], CGPoint) -> Bool,
        isTargeted: @escaping (Bool) -> Void = { _ in }
    ) -> some View { self }
    public func onDrag(_ data: @escaping () -> NSItemProvider) -> some View { self }
    public func onDrag<Preview: View>(_ data: @escaping () -> NSItemProvider, @ViewBuilder preview: () -> Preview) -> some View {
        self
    }
    public func onDrop(of types: [UTType], isTargeted: Binding<Bool>?, perform: @escaping ([NSItemProvider]) -> Bool) -> some View
    {
        self
    }
    public func onDrop(
        of types: [UTType], isTargeted: Binding<Bool>?, perform: @escaping ([NSItemProvider], CGPoint) -> Bool
    ) -> some View { self }
    public func onDrop(of types: [UTType], delegate: any DropDelegate) -> some View { self }
}

extension ForEach where Content: View {
    @available(*, deprecated, message: "has no effect in a terminal: a terminal has one pointer with one button")
    public func dropDestination<T: Transferable>(for type: T.Type = T.self, action: @escaping ([T], Int) -> Void) -> some View {
        self
    }
}

/// What can be dragged to another program.
public protocol Transferable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder static var transferRepresentation: Representation { get }
}
public protocol TransferRepresentation {}
public struct CodableRepresentation<Item>: TransferRepresentation {
    public init(for type: Item.Type = Item.self, contentType: UTType) {}
}
public struct ProxyRepresentation<Item, Other>: TransferRepresentation {
    public init(exporting: @escaping (Item) throws -> Other) {}
    public init(exporting: @escaping (Item) throws -> Other, importing: @escaping (Other) throws -> Item) {}
}
@resultBuilder public enum TransferRepresentationBuilder {
    public static func buildBlock<R: TransferRepresentation>(_ first: R, _ others: any TransferRepresentation...) -> R { first }
}
extension Transferable where Self: Codable {
    public static var transferRepresentation: CodableRepresentation<Self> { CodableRepresentation(contentType: .data) }
}
extension String: Transferable {}
extension URL: Transferable {}
extension Data: Transferable {}

/// The kind of something that is dragged, or of a file.
public struct UTType: Hashable, Sendable, ExpressibleByStringLiteral {
    public let identifier: String
    public init(_ identifier: String) { self.identifier = identifier }
    public init(stringLiteral identifier: String) { self.identifier = identifier }
    public init(exportedAs identifier: String) { self.identifier = identifier }
    public static let text: UTType = "public.text", plainText: UTType = "public.plain-text", url: UTType = "public.url"
    public static let utf8PlainText: UTType = "public.utf8-plain-text", data: UTType = "public.data", item: UTType = "public.item"
    public static let json: UTType = "public.json", image: UTType = "public.image", fileURL: UTType = "public.file-url"
}

/// Something that is dragged.
public final class NSItemProvider: NSObject {
    public override init() {}
    public init(object: Any) {}
    public init(item: Any?, typeIdentifier: String?) {}
}

/// Hears of what is dropped, which nothing is.
@MainActor @preconcurrency public protocol DropDelegate {
    func performDrop(info: DropInfo) -> Bool
    func validateDrop(info: DropInfo) -> Bool
    func dropEntered(info: DropInfo)
    func dropUpdated(info: DropInfo) -> DropProposal?
    func dropExited(info: DropInfo)
}
extension DropDelegate {
    public func validateDrop(info: DropInfo) -> Bool { true }
    public func dropEntered(info: DropInfo) {}
    public func dropUpdated(info: DropInfo) -> DropProposal? { nil }
    public func dropExited(info: DropInfo) {}
}
public struct DropInfo {
    public let location: CGPoint
    public func hasItemsConforming(to types: [UTType]) -> Bool { false }
    public func itemProviders(for types: [UTType]) -> [NSItemProvider] { [] }
}
public enum DropOperation: Hashable, Sendable { case cancel, forbidden, copy, move }
public struct DropProposal: Sendable {
    public let operation: DropOperation
    public init(operation: DropOperation) { self.operation = operation }
}
