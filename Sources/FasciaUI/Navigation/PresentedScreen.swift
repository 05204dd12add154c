/// A screen that a view has opened: a modal, or an element of a `NavigationStack`'s path.
///
/// Its content follows the view that opened it: it is made again when a value that it reads changes, and when that view
/// is evaluated again.
@MainActor public final class PresentedScreen {
    let item: AnyHashable
    /// Called once when the screen closes, for whatever reason.
    var onClose: (() -> Void)?
    private let content: StoredLocation<Content>

    /// The content and the environment that it inherits.
    private struct Content {
        var make: () -> any View
        var environment: EnvironmentValues
    }

    init(item: AnyHashable, environment: EnvironmentValues, _ make: @escaping () -> any View) {
        self.item = item
        content = StoredLocation(Content(make: make, environment: environment))
    }

    /// The view for a navigator to show.
    public var view: AnyView { AnyView(PresentedScreenContent(presented: self)) }

    /// Replaces the content when the opening view is evaluated again.
    func update(environment: EnvironmentValues, _ make: @escaping () -> any View) {
        content.value = Content(make: make, environment: environment)
    }

    /// Called by the navigator when the screen is gone.
    public func didClose() {
        let action = onClose
        onClose = nil
        action?()
    }

    private struct PresentedScreenContent: View, Primitive {
        let presented: PresentedScreen

        func update(_ viewNode: ViewNode) {
            let (view, inherited) = viewNode.tracking {
                let content = presented.content.value
                return (content.make(), content.environment)
            }
            var environment = inherited
            // Values of the screen itself are not inherited from the screen below.
            environment.coordinator = viewNode.environment.coordinator
            environment.dismiss = viewNode.environment.dismiss
            environment.screen = viewNode.environment.screen
            environment.isPresented = true
            environment.screenEditMode = viewNode.stored(ScreenEditMode())
            // A modal stays open when the tab of its opener is hidden.
            environment.isShown = true
            viewNode.updatePassthrough(AnyView(erased: view), environment: environment)
        }
    }
}

extension EnvironmentValues {
    /// The navigator's name for the screen that the view is on. Navigators set it for each of their screens.
    @Entry public var screen: String?

    /// Whether a view has opened the screen that this one is on.
    @Entry public var isPresented = false
}
