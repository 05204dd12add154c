import FasciaDocument
import FasciaModel
import FasciaWire
import FasciaYAML

/// What the daemon would refuse of a panel file, found by doing what it would do: the agent's calls, with an empty panel.
///
/// The rows of lists are not known here: `try` and the agent check them.
enum PublicationProblems {
    /// The most problems that are reported at once.
    private static let most = 20

    static func problems(_ file: PanelFile) -> [Problem] {
        var file = file
        var problems: [Problem] = []
        while problems.count < most, let refusal = refusal(of: file) {
            // The item that is refused by itself for the same reason; otherwise several exclude each other.
            let culprit = file.items.first { self.refusal(of: file.with([$0])) == refusal }
            let position = culprit?.position ?? file.screens.first?.position ?? Position(file: file.files.first ?? "")
            problems.append(Problem(refusal.isLimit ? .warning : .error, at: position, refusal.message))
            guard let culprit else { break }
            file = file.with(file.items.filter { $0 != culprit })
        }
        return problems
    }

    private struct Reason: Hashable {
        var message: String
        /// The daemon may have been started with other limits.
        var isLimit: Bool
    }

    private static func refusal(of file: PanelFile) -> Reason? {
        let expanded = ExpandedPanel(file, ExpandedPanel.Data())
        let claims = PanelPublisher.claims(of: Thing.all(expanded), atMost: expanded.atMost)
        let agent = Sender(client: 1, name: "fascia panel")
        var panel = Panel()
        for call in claims + Publication(expanded).calls(after: Publication()) {
            do throws(WireError) {
                guard case .apply(let command, _) = try Catalogue.call(call.method, .object(call.params)) else { continue }
                do throws(Refusal) { _ = try panel.apply(command, by: agent) } catch { throw WireError(error) }
            } catch {
                return Reason(message: plain(error.message), isLimit: error.reason == "limit")
            }
        }
        return nil
    }

    /// Without the way to an item in its screen: that is where the position is.
    private static func plain(_ message: String) -> String {
        message.replacing(/^\/screen\/(?:body|toolbar\/\d+)?(?:\/children\/\d+)*\/?/, with: "")
    }
}

extension PanelFile {
    /// All items but sections, which have only a title.
    fileprivate var items: [Item] { screens.flatMap { PanelFile.leaves($0.items) + $0.toolbar } }

    private static func leaves(_ items: [Item]) -> [Item] {
        items.flatMap { item in
            if case .section(_, let inner, _) = item.content { leaves(inner) } else { [item] }
        }
    }

    /// Only these of its items, on the screens where they are.
    fileprivate func with(_ items: [Item]) -> PanelFile {
        let kept = Set(items)
        func filtered(_ all: [Item]) -> [Item] {
            all.compactMap { item in
                guard case .section(let title, let inner, let footer) = item.content else {
                    return kept.contains(item) ? item : nil
                }
                var section = item
                section.content = .section(title: title, items: filtered(inner), footer: footer)
                return section
            }
        }
        var file = self
        for index in file.screens.indices {
            file.screens[index].items = filtered(file.screens[index].items)
            file.screens[index].toolbar = filtered(file.screens[index].toolbar)
        }
        return file
    }
}
