// Names that programs use most of those that are missing, with what to do instead.

extension EnvironmentValues {
    @available(*, unavailable, message: "there is no UndoManager on Linux: see `fascia undo`")
    public var undoManager: Never? { nil }
    @available(*, unavailable, message: "there is no Core Data on Linux: keep values in @AppStorage or files")
    public var managedObjectContext: Never? { nil }
    @available(*, unavailable, message: "there is no SwiftData on Linux: keep values in @AppStorage or files")
    public var modelContext: Never? { nil }
    @available(*, unavailable, message: "there is no App Store on Linux")
    public var requestReview: Never? { nil }
}

@available(*, unavailable, message: "there is no UIKit on Linux: write the view in FasciaUI")
public protocol UIViewRepresentable: View {}
@available(*, unavailable, message: "there is no UIKit on Linux: write the view in FasciaUI")
public protocol UIViewControllerRepresentable: View {}
@available(*, unavailable, message: "there is no AppKit on Linux: write the view in FasciaUI")
public protocol NSViewRepresentable: View {}
@available(*, unavailable, message: "a screen is an entry of the panel's stack: use WindowGroup")
public protocol DocumentGroup {}
@available(*, unavailable, message: "cells have no points between them: use shapes, Chart or Text")
public protocol Canvas {}
@available(*, unavailable, message: "a panel has no menu bar: use Menu")
public protocol MenuBarExtra {}

extension Scene {
    @available(*, unavailable, message: "there is no SwiftData on Linux: keep values in @AppStorage or files")
    public func modelContainer(for types: Any...) -> Self { self }
}

extension View {
    @available(*, unavailable, message: "where a view stands is each terminal's own: use preference")
    public func anchorPreference<Key: PreferenceKey>(key: Key.Type, value: Any, transform: Any) -> Self { self }
    @available(*, unavailable, message: "every terminal scrolls by itself: use ScrollViewReader")
    public func scrollPosition(id: Any, anchor: UnitPoint? = nil) -> Self { self }
    @available(*, unavailable, message: "a terminal has one pointer with one button: use onMove")
    public func draggable(_ payload: Any) -> Self { self }
    @available(*, unavailable, message: "an app reads files with Foundation: ask for the path in a TextField")
    public func fileImporter(isPresented: Binding<Bool>, allowedContentTypes: Any, onCompletion: Any) -> Self { self }
}
