// As with SwiftUI, `UUID`, `CGFloat` and `@Observable` are available without further imports. Code needs to change only
// its import of SwiftUI.
@_exported import FasciaPublishers
@_exported import Foundation
@_exported import Observation
// `unimplemented`, for closures through which a view reports user actions to its parent.
@_exported import IssueReporting

// What macros expand to uses these names: an app may import this module by another name, and have types of its own.
public typealias _View = View
public typealias _Preview = Preview
public typealias _EnvironmentKey = EnvironmentKey
