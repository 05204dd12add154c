// SwiftUI brings these along: code whose import is changed must find `UUID`, `CGFloat` and `@Observable` where it
// did before.
@_exported import Foundation
@_exported import Observation
// `unimplemented`, for the closures by which a view tells its parent what the user did.
@_exported import IssueReporting
