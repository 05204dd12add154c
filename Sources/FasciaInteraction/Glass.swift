import FasciaModel
import FasciaRender
import FasciaScene

/// What a user could see and operate in one picture of a terminal. A key, a click or a paste counts for the picture that
/// was on the glass when it was made.
public struct GlassPicture: Hashable, Sendable {
    /// What takes the keys: the top layer, and what this terminal has opened over it.
    public struct Front: Hashable, Sendable {
        var entry: EntryID?
        var menu: TerminalState.Open?
        var find: FindPalette?
        /// The option that a picker has been turned to, which Enter picks.
        var turned: TerminalState.TentativeOption?
        var hasHelp: Bool
        /// How often the focus has left an element that went away, rather than being moved by the user.
        var focusMoves: Int
        /// What Ctrl-O keeps.
        public var unconfirmed: ThingID?
        /// The number of the question over everything else.
        public var question: Int?

        /// Whether keys go to the same place, though the user may have moved there.
        public func isSameLayer(as other: Front) -> Bool {
            entry == other.entry && menu?.id == other.menu?.id && hasHelp == other.hasHelp && focusMoves == other.focusMoves
                && turned == other.turned && question == other.question
                && (find == nil) == (other.find == nil) && find?.picker == other.find?.picker
                && find?.chosenRow?.id == other.find?.chosenRow?.id
        }
    }

    /// An element that can be operated.
    struct Spot: Hashable, Sendable {
        var id: ElementID
        /// Its role and label: another thing may have taken over its id.
        var identity: AccessibilityIdentity?
        /// Where it is in sight; empty for one that only keys reach.
        var rect: CellRect
    }

    public var front: Front {
        didSet { keyFront = front }
    }
    /// What takes the keys that are pressed at this picture, after the earlier ones: whoever types ahead knows what those
    /// do, and has not seen it yet.
    public private(set) var keyFront: Front
    var spots: [Spot]
    /// The rows under banners.
    public var bannerRows = 0..<0

    init(front: Front, spots: [Spot]) {
        self.front = front
        keyFront = front
        self.spots = spots
    }

    /// Follows a key that was pressed at this picture, or at an earlier one. Nobody knows what Find finds before it shows.
    fileprivate mutating func follow(from before: Front, to after: Front) {
        guard keyFront.isSameLayer(as: before), before.entry == after.entry else { return }
        keyFront.menu = after.menu
        keyFront.turned = after.turned
        keyFront.hasHelp = after.hasHelp
    }
}

extension SceneLayout {
    /// What takes the keys of a terminal in this state.
    ///
    /// - Parameter focusMoves: how often its focus has left an element that went away.
    public func front(_ state: TerminalState, focusMoves: Int) -> GlassPicture.Front {
        GlassPicture.Front(
            entry: top?.entry, menu: state.open, find: state.find, turned: state.tentativeOption,
            hasHelp: state.help != nil, focusMoves: focusMoves)
    }

    /// What a terminal in this state shows.
    ///
    /// - Parameter state: reconciled for this layout.
    public func glass(_ state: TerminalState, focusMoves: Int) -> GlassPicture {
        var spots: [GlassPicture.Spot] = []
        var scroll = state.scroll
        for layer in [top, aside].compactMap(\.self) {
            let layer = layer.windowed(&scroll)
            for stop in layer.stops + layer.gestures.map(\.stop) {
                let rect = layer.visibleRect(of: stop, scroll)
                spots.append(GlassPicture.Spot(id: layer.elementID(stop.element), identity: stop.identity, rect: rect))
            }
        }
        return GlassPicture(front: front(state, focusMoves: focusMoves), spots: spots)
    }

    /// Whether the focus leaves an element that is gone, though the user does not move it.
    public func movesFocus(from before: TerminalState, to now: TerminalState) -> Bool {
        guard let top, let old = before.focus[top.entry], let new = now.focus[top.entry] else { return false }
        return new.element != old.element && (new.identity == nil || new.identity != old.identity)
    }

    /// Whether an input may do this, which was made at the picture `seen`: it operates nothing that was not there.
    ///
    /// - Parameters:
    ///   - before: the state before the input, reconciled for this layout.
    ///   - now: what takes the keys now.
    ///   - cell: where a click was made; `nil` for other input.
    public func allows(
        _ result: InputResult, _ before: TerminalState, _ now: GlassPicture.Front, seen: GlassPicture,
        clickedAt cell: CellPoint? = nil
    ) -> Bool {
        guard result.operates(comparedTo: before) else { return true }
        let isTyping = result.state.drafts != before.drafts
        let outcomes = result.preceding + [result.outcome]
        var front = now
        front.unconfirmed = seen.front.unconfirmed
        guard cell == nil ? seen.keyFront.isSameLayer(as: now) : seen.front == front else { return false }
        if isTyping, let field = focusedElement(before), !has(field, before, seen) { return false }
        // The items of a menu, and what is found, are not elements of the picture.
        guard now.menu == nil, now.find == nil else { return true }
        return outcomes.allSatisfy { outcome in
            guard let id = outcome.element else { return true }
            return has(id, before, seen, at: outcome == result.outcome ? cell : nil)
        }
    }

    /// Whether its user is in the middle of a text.
    public func isTyping(_ state: TerminalState) -> Bool {
        focusedElement(state).map { state.drafts[$0]?.isUnsent == true } ?? false
    }

    private func focusedElement(_ state: TerminalState) -> ElementID? {
        top.flatMap { top in state.focus[top.entry].map { ElementID(entry: top.entry, element: $0.element) } }
    }

    /// Whether an element was in a picture, under the same name.
    private func has(_ id: ElementID, _ state: TerminalState, _ seen: GlassPicture, at cell: CellPoint? = nil) -> Bool {
        var scroll = state.scroll
        let stop = [top, aside].compactMap(\.self).first { $0.entry == id.entry }?.windowed(&scroll).stop(of: id.element)
        return seen.spots.contains { spot in
            spot.id == id && (stop?.identity == nil || spot.identity == nil || spot.identity == stop?.identity)
                && (cell.map { spot.rect.contains($0) } ?? true)
        }
    }
}

extension InputResult {
    /// Whether it changes something, rather than only what its terminal shows.
    public func operates(comparedTo before: TerminalState) -> Bool {
        state.drafts != before.drafts || (preceding + [outcome]).contains(where: \.operates)
    }
}

extension InputResult.Outcome {
    /// Whether it changes something, rather than only what this terminal shows.
    fileprivate var operates: Bool {
        switch self {
        case .none, .redraw, .tell, .choose(_, operates: false, _), .ended: false
        default: true
        }
    }

    fileprivate var element: ElementID? {
        switch self {
        case .activate(let entry, let element, _), .drag(let entry, let element, _), .edit(let entry, let element, _, _):
            ElementID(entry: entry, element: element)
        default: nil
        }
    }
}

/// The latest pictures of a terminal, by their numbers.
public struct GlassLog: Sendable {
    /// Each with the number of the first frame that showed it.
    private var pictures: [(first: Int, glass: GlassPicture)] = []
    /// More than a client leaves unread. Keys that were made at older pictures operate nothing.
    private static let maximum = 24

    public init() {}

    public var last: GlassPicture? { pictures.last?.glass }

    /// Records what a frame shows.
    public mutating func record(_ glass: GlassPicture, frame: Int) {
        guard glass != last else { return }
        if pictures.last?.first == frame { pictures.removeLast() }
        pictures.append((frame, glass))
        if pictures.count > Self.maximum { pictures.removeFirst() }
    }

    /// Follows an input of the user through the pictures that may have been on the glass when the next one is made.
    ///
    /// - Parameters:
    ///   - before: what took the keys before the input.
    ///   - after: what takes them now.
    public mutating func follow(from before: GlassPicture.Front, to after: GlassPicture.Front) {
        guard !before.isSameLayer(as: after) else { return }
        for index in pictures.indices { pictures[index].glass.follow(from: before, to: after) }
    }

    /// What was on the glass when a frame was the last one that was drawn; `nil` if it has been forgotten. Earlier
    /// ones are forgotten.
    ///
    /// - Parameter latest: the number of the last frame that was sent.
    public mutating func seen(at frame: Int, latest: Int) -> GlassPicture? {
        guard frame <= latest, let index = pictures.lastIndex(where: { $0.first <= frame }) else { return nil }
        pictures.removeFirst(index)
        return pictures.first?.glass
    }
}
