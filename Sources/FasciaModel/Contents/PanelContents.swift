import FasciaDocument

/// The complete state of a panel, for export and import.
///
/// Events and undo steps are not part of it. Equal panels have equal contents.
public struct PanelContents: Hashable, Sendable {
    // No default values: `Panel.contents` does not compile without one of them.
    public var revision: Int
    /// The number of the last entry created. The next entry gets the number after it.
    public var lastEntry: Int
    /// In order of creation; `main` is first.
    public var stacks: [Stack]
    public var targets: [Target]
    /// Each option carries its current state.
    public var groups: [OptionDeclaration]
    /// Each component carries its current selection.
    public var pickers: [PickerDeclaration]
    public var values: [NamedValue]
    public var screens: [Screen]
    /// The screens whose app has disconnected.
    public var orphaned: [String]
    public var environment: [Scope]
    /// In the order in which they were made. Their clients are not part of the panel.
    public var claims: [Claimed]
    /// In the order in which they were asked, without secret answers.
    public var questions: [AskedQuestion]

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
        /// `nil` for a value that was set without a declaration.
        public var declaration: ValueDeclaration?

        public init(key: String, value: JSON, declaration: ValueDeclaration? = nil) {
            self.key = key
            self.value = value
            self.declaration = declaration
        }
    }

    /// What a client has claimed.
    public struct Claimed: Hashable, Sendable {
        /// The client's name and process.
        public var name: String
        public var request: ClaimRequest

        public init(name: String, request: ClaimRequest) {
            self.name = name
            self.request = request
        }
    }

    /// The environment values set in one scope.
    public struct Scope: Hashable, Sendable {
        public var scope: EnvironmentScope
        public var values: JSON.Object

        public init(_ scope: EnvironmentScope, values: JSON.Object) {
            self.scope = scope
            self.values = values
        }
    }
}

extension PanelContents {
    public init() {
        self.init(
            revision: 0, lastEntry: 1, stacks: [], targets: [], groups: [], pickers: [], values: [], screens: [], orphaned: [],
            environment: [], claims: [], questions: [])
    }
}
