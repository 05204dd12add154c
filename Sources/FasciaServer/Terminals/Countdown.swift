import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// The banner of a change that goes back unless a user confirms it. It counts down on all terminals whose users see the thing.
final class Countdown {
    /// The key that confirms the change.
    static let key = TerminalKey.keep

    private let live: LivePanel
    private let terminals: Terminals
    private let loop: EventLoop
    private var timer: Timer?
    /// The things that wait for a confirmation at a revision, and the titles of those that were shown.
    private var waiting: (revision: Int, things: [ThingID], titles: [ThingID: String]) = (-1, [], [:])

    init(live: LivePanel, terminals: Terminals, loop: EventLoop) {
        self.live = live
        self.terminals = terminals
        self.loop = loop
    }

    /// The things that go back by themselves, and in how many milliseconds, the next one first.
    private var next: [(thing: ThingID, remaining: Int)] {
        guard !live.panel.claims.isEmpty else { return [] }
        if waiting.revision != live.revision { waiting = (live.revision, live.panel.busyThings.filter(isUnconfirmed), [:]) }
        let now = live.clock.bootTime
        let all = waiting.things.compactMap { thing in
            live.panel.boundState(of: thing)?.fallback?.deadline.map { (thing, $0.remaining(at: now)) }
        }
        return all.sorted { ($0.1, $0.0.text) < ($1.1, $1.0.text) }
    }

    /// The one of which a terminal speaks: what its user may keep, rather than what they only see.
    private func next(for terminal: Terminal) -> (thing: ThingID, remaining: Int)? {
        let permit = terminal.client.permit
        let seen = next.filter { permit.sees(Resource($0.thing)) }
        return seen.first { mayKeep($0.thing, terminal) } ?? seen.first
    }

    private func mayKeep(_ thing: ThingID, _ terminal: Terminal) -> Bool {
        terminal.operates && terminal.client.permit.may(.operate, "bind.confirm", Resource(thing))
    }

    private func isUnconfirmed(_ thing: ThingID) -> Bool {
        let state = live.panel.boundState(of: thing)
        return state?.fallback?.deadline != nil && state?.running == nil
    }

    /// What `key` confirms.
    func thing(for terminal: Terminal) -> ThingID? { next(for: terminal)?.thing }

    func banner(for terminal: Terminal) -> Banner? {
        guard let (thing, remaining) = next(for: terminal) else { return nil }
        let back = live.panel.text(of: live.panel.boundState(of: thing)?.fallback?.value ?? .null, for: thing)
        let seconds = (remaining + 999) / 1_000
        let title = waiting.titles[thing] ?? live.panel.title(of: thing)
        waiting.titles[thing] = title
        let mayKeep = mayKeep(thing, terminal)
        let end = mayKeep ? ": Ctrl-O keeps \(live.panel.shownText(of: thing))" : ""
        return Banner(
            "\(title) goes back to \(back) in \(seconds) s\(end)",
            short: "\(seconds) s" + (mayKeep ? ": Ctrl-O keeps" : " left"))
    }

    /// Redraws all terminals when the number of seconds changes. Call when a picture contains the banner.
    func shown() {
        guard timer == nil, let remaining = next.first?.remaining else { return }
        let wait = remaining % 1_000
        timer = loop.schedule(in: .milliseconds(wait == 0 ? 1_000 : wait)) { [self] in
            timer = nil
            for terminal in terminals.all { terminal.redraw() }
        }
    }
}

extension Panel {
    /// The value shown.
    fileprivate func shownText(of thing: ThingID) -> String { text(of: shownValue(of: thing) ?? .null, for: thing) }
}
