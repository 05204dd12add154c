import FasciaAgent
import FasciaClient
import FasciaDocument

/// The screens that the attached terminals show.
actor Viewers {
    private let link: DaemonLink
    private var latest: (time: ContinuousClock.Instant, screens: Set<String>)?

    /// Many things ask at about the same time.
    private static let lifetime = Duration.milliseconds(500)

    init(_ link: DaemonLink) { self.link = link }

    func screens() async -> Set<String> {
        if let latest, latest.time.duration(to: .now) < Viewers.lifetime { return latest.screens }
        let status = try? await link.call("daemon.status")
        let stacks = Set((status?["terminals"]?.arrayValue ?? []).compactMap { $0["stack"]?.stringValue })
        var screens: Set<String> = []
        for stack in stacks {
            let shown = try? await link.call("nav.get", ["stack": .string(stack)])
            for layer in shown?["layers"]?.arrayValue ?? [] {
                if let screen = layer["entries"]?.arrayValue?.last?["screen"]?.stringValue { screens.insert(screen) }
            }
        }
        latest = (.now, screens)
        return screens
    }
}
