// SwiftUI brings these along: code whose import is changed must find `UUID`, `CGFloat` and `@Observable` where it
// did before.
@_exported import Foundation
@_exported import Observation
