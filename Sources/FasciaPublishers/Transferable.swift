import Foundation

/// What can be dragged to another program.
public protocol Transferable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}
public protocol TransferRepresentation<Item> { associatedtype Item }
public struct CodableRepresentation<Item>: TransferRepresentation {
    public init(for type: Item.Type = Item.self, contentType: UTType) {}
}
public struct DataRepresentation<Item>: TransferRepresentation {
    public init(
        contentType: UTType, exporting: @escaping (Item) async throws -> Data, importing: @escaping (Data) async throws -> Item
    ) {}
    public init(exportedContentType: UTType, exporting: @escaping (Item) async throws -> Data) {}
}
public struct ProxyRepresentation<Item, Other>: TransferRepresentation {
    public init(exporting: @escaping (Item) throws -> Other) {}
    public init(exporting: @escaping (Item) throws -> Other, importing: @escaping (Other) throws -> Item) {}
}
@resultBuilder public enum TransferRepresentationBuilder<Item> {
    public static func buildExpression<R: TransferRepresentation<Item>>(_ one: R) -> R { one }
    public static func buildBlock<R: TransferRepresentation<Item>>(_ first: R, _ others: any TransferRepresentation...) -> R {
        first
    }
}
extension Transferable where Self: Codable {
    public static var transferRepresentation: CodableRepresentation<Self> { CodableRepresentation(contentType: .data) }
}
extension String: Transferable {}
extension URL: Transferable {}
extension Data: Transferable {}
