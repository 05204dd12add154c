import Foundation

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
