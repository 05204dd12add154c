/// One screen that a view has opened: a modal, or a place in a `NavigationStack`'s path.
///
/// What it shows follows the view that has opened it: it is made again when what it has read changes, and when that
/// view is evaluated again.
@MainActor public final class Presented {
    let item: AnyHashable
    /// Runs once, when it is closed, whoever closes it.
    var onClose: (() -> Void)?
    private let content: StoredLocation<Content>

    /// What it shows, and what is inherited there.
    private struct Content {
        var make: () -> any View
        var environment: EnvironmentValues
    }

    init(item: AnyHashable, environment: EnvironmentValues, _ make: @escaping () -> any View) {
        self.item = item
        content = StoredLocation(Content(make: make, environment: environment))
    }

    /// What a navigator shows for it.
    public var view: AnyView { AnyView(PresentedContent(presented: self)) }

    /// Shows what the view that has opened it says now.
    func update(environment: EnvironmentValues, _ make: @escaping () -> any View) {
        content.value = Content(make: make, environment: environment)
    }

    /// Says that it is not there any more.
    public func closed() {
        let action = onClose
        onClose = nil
        action?()
    }

    private struct PresentedContent: View, Primitive {
        typealias Body = Never
        let presented: Presented

        func update(_ place: Place) {
            let (view, inherited) = place.reading {
                let content = presented.content.value
                return (content.make(), content.environment)
            }
            var environment = inherited
            // What is a screen's own is not inherited from the screen below.
            environment.coordinator = place.environment.coordinator
            environment.dismiss = place.environment.dismiss
            environment.screen = place.environment.screen
            environment.isPresented = true
            place.updateContent(AnyView(erased: view), environment: environment)
        }
    }
}

private struct ScreenKey: EnvironmentKey { static var defaultValue: String? { nil } }
private struct PresentedKey: EnvironmentKey { static var defaultValue: Bool { false } }

extension EnvironmentValues {
    /// The name of the screen that the view is on, as its navigator knows it. A navigator sets it for each of its
    /// screens.
    public var screen: String? {
        get { self[ScreenKey.self] }
        set { self[ScreenKey.self] = newValue }
    }

    /// Whether some view has opened the screen that this one is on.
    public var isPresented: Bool {
        get { self[PresentedKey.self] }
        set { self[PresentedKey.self] = newValue }
    }
}
