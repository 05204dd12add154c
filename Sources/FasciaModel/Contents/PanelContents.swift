/// All that a panel holds, as its parts: what it is exported as, and made again of.
///
/// Nothing of how it came to be that (events, what can be taken back) is in it. Equal panels have equal contents.
public struct PanelContents: Hashable, Sendable {
    public var revision = 0
    /// The number of the last entry that was minted: the next one's id counts on from there.
    public var lastEntry = 1
    /// In the order in which they were made; `main` is the first.
    public var stacks: [Stack] = []
    public var targets: [Target] = []
    /// Each option with what it is now.
    public var groups: [OptionDeclaration] = []
    /// Each component with what is selected now.
    public var pickers: [PickerDeclaration] = []
    public var values: [NamedValue] = []
    public var screens: [Screen] = []
    /// The screens whose app has gone.
    public var orphaned: [String] = []
    public var environment: [Scope] = []

    public init() {}

    public struct Stack: Hashable, Sendable {
        public var name: String
        public var layers: [Layer]

        public init(name: String, layers: [Layer]) {
            self.name = name
            self.layers = layers
        }
    }

    public struct NamedValue: Hashable, Sendable {
        public var key: String
        public var value: JSON
        /// `nil` for a value that somebody has set without declaring it.
        public var declaration: ValueDeclaration?

        public init(key: String, value: JSON, declaration: ValueDeclaration? = nil) {
            self.key = key
            self.value = value
            self.declaration = declaration
        }
    }

    /// What is set in one scope.
    public struct Scope: Hashable, Sendable {
        public var scope: EnvironmentScope
        public var values: JSON.Object

        public init(_ scope: EnvironmentScope, values: JSON.Object) {
            self.scope = scope
            self.values = values
        }
    }
}
