/// The attributes that a `Text` shows, by the names that SwiftUI has for them.
extension AttributeScopes {
    public struct SwiftUIAttributes: AttributeScope {
        public enum Attribute<Value: Hashable, Name>: AttributedStringKey {
            public static var name: String { "SwiftUI.\(Name.self)" }
        }
        public enum Foreground {}
        public enum Background {}
        public enum Underline {}
        public enum Strikethrough {}
        public let foregroundColor: Attribute<Color, Foreground>, backgroundColor: Attribute<Color, Background>
        public let underlineStyle: Attribute<Text.LineStyle, Underline>
        public let strikethroughStyle: Attribute<Text.LineStyle, Strikethrough>, font: Attribute<Font, Font>
    }

    public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
    public subscript<Key: AttributedStringKey>(dynamicMember path: KeyPath<AttributeScopes.SwiftUIAttributes, Key>) -> Key {
        self[Key.self]
    }
}

extension Text {
    public struct LineStyle: Hashable, Sendable {
        public enum Pattern: Hashable, Sendable { case solid, dot, dash, dashDot, dashDotDot }
        public static let single = LineStyle()
        public init(pattern: Pattern = .solid, color: Color? = nil) {}
    }

    @_disfavoredOverload public init(_ words: AttributedString) {
        runs = words.runs.map { run in
            var text = Text(verbatim: String(words[run.range].characters)).font(run.font).foregroundColor(run.foregroundColor)
            if run.strikethroughStyle != nil { text = text.strikethrough() }
            if run.link != nil || run.underlineStyle != nil { text = text.underline() }
            return text.runs[0]
        }
    }
}

// Foundation has none of this on Linux.
extension AttributedString {
    public struct MarkdownParsingOptions: Sendable {
        public enum InterpretedSyntax: Sendable { case full, inlineOnly, inlineOnlyPreservingWhitespace }
        public init(interpretedSyntax: InterpretedSyntax = .full) {}
    }

    /// The Markdown that a literal of a `Text` may have.
    public init(markdown: String, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil) throws {
        self = LocalizedStringKey(markdown).runs.reduce(into: AttributedString()) { all, run in
            var part = AttributedString(run.text)
            for modifier in run.modifiers {
                switch modifier {
                case .bold: part.font = (part.font ?? .body).bold()
                case .italic: part.font = (part.font ?? .body).italic()
                case .strikethrough: part.strikethroughStyle = .single
                default: break
                }
            }
            all += part
        }
    }
}
