// Names that programs use most of those that are missing, with what to do instead.

extension EnvironmentValues {
    @available(*, unavailable, message: "there is no UndoManager on Linux: see `fascia undo`")
    public var undoManager: Never? { nil }
    @available(*, unavailable, message: "there is no Core Data on Linux: keep values in @AppStorage or files")
    public var managedObjectContext: Never? { nil }
    @available(*, unavailable, message: "there is no SwiftData on Linux: keep values in @AppStorage or files")
    public var modelContext: Never? { nil }
    @available(*, unavailable, message: "a view does not know the focus around it: use @FocusState")
    public var isFocused: Never? { nil }
    @available(*, unavailable, message: "a view does not know the focus around it: use @FocusState")
    public var resetFocus: Never? { nil }
    @available(*, unavailable, message: "use openWindow(id: \"settings\")")
    public var openSettings: Never? { nil }
    @available(*, unavailable, message: "a terminal has one background")
    public var backgroundMaterial: Never? { nil }
    @available(*, unavailable, message: "a terminal has one background")
    public var backgroundStyle: Never? { nil }
    @available(*, unavailable, message: "there is no App Store on Linux")
    public var requestReview: Never? { nil }
}

@available(*, unavailable, message: "there is no UIKit on Linux: write the view in FasciaUI")
public protocol UIViewRepresentable: View {}
@available(*, unavailable, message: "there is no UIKit on Linux: write the view in FasciaUI")
public protocol UIViewControllerRepresentable: View {}
@available(*, unavailable, message: "there is no AppKit on Linux: write the view in FasciaUI")
public protocol NSViewRepresentable: View {}
@available(*, unavailable, message: "there is no UIKit on Linux: write the view in FasciaUI")
public struct UIHostingController<Content: View> { public init(rootView: Content) {} }
@available(*, unavailable, message: "there is no Core Data on Linux: keep values in @AppStorage or files")
@propertyWrapper public struct FetchRequest<Result> {
    public init<each Argument>(_ arguments: repeat each Argument) {}
    public var wrappedValue: [Result] { [] }
}
@available(*, unavailable, message: "a screen is an entry of the panel's stack: use WindowGroup")
public struct DocumentGroup<Content: View>: Scene {
    public init<Document>(newDocument: Document, @ViewBuilder editor: (Document) -> Content) {}
    public var body: some Scene { WindowGroup { EmptyView() } }
}
@available(*, unavailable, message: "a panel has no menu bar: use Window")
public struct MenuBarExtra<Content: View>: Scene {
    public init(_ title: String, systemImage: String = "", @ViewBuilder content: () -> Content) {}
    public var body: some Scene { WindowGroup { EmptyView() } }
}
extension WindowGroup {
    @available(*, unavailable, message: "all terminals show one window: use NavigationLink(value:)")
    public init<D>(_ title: String = "", id: String = "", for type: D.Type, @ViewBuilder content: (Binding<D?>) -> Content) {
        preconditionFailure("use NavigationLink(value:)")
    }
}
@available(*, unavailable, message: "cells have no points between them: take a picture with FasciaTesting")
public struct ImageRenderer<Content: View> { public init(content: Content) {} }
@available(*, unavailable, message: "use several DatePickers")
public struct MultiDatePicker: View {
    public init(_ title: LocalizedStringKey, selection: Binding<Set<DateComponents>>) {}
    public var body: some View { EmptyView() }
}
@available(*, unavailable, message: "the terminal itself pastes: use TextField or TextEditor")
public struct PasteButton: View {
    public init<Payload>(payloadType: Payload.Type, onPaste: ([Payload]) -> Void) {}
    public var body: some View { EmptyView() }
}
@available(*, unavailable, message: "use @FocusState")
@propertyWrapper public struct AccessibilityFocusState<Value> {
    public init() {}
    public var wrappedValue: Value { preconditionFailure("use @FocusState") }
}

extension View {
    @available(*, unavailable, message: "there are no user activities on Linux: use onOpenURL")
    public func onContinueUserActivity(_ type: String, perform: (Any) -> Void) -> Self { self }
    @available(*, unavailable, message: "an app writes files with Foundation: ask for the path in a TextField")
    public func fileExporter<Document>(
        isPresented: Binding<Bool>, document: Document?, contentType: Any, defaultFilename: String? = nil,
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> Self { self }
}
