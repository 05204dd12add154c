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
    @available(*, deprecated, message: "has no effect in a terminal: a terminal has one pointer with one button")
    public func onInsert(of types: [UTType], perform action: @escaping (Int, [NSItemProvider]) -> Void) -> Self { self }
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
