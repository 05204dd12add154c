import FasciaDocument
import FasciaModel

/// What is shown from the feeds.
extension SceneResolver {
    func fillLog(_ element: inout Element, _ log: LogContent) {
        logs.insert(log.bind)
        element.content = .log(id: log.bind, rows: log.rows)
        let lines = feeds.logs[log.bind]?.lines ?? []
        element.children = lines.map { Element(id: "\(element.id):\($0.number)", .runs($0.runs)) }
        if lines.isEmpty {
            element.children = [Element(id: element.id + ":none", .text("No lines yet."), modifiers: [.dim(true)])]
        }
    }

    func fillPlot(_ element: inout Element, _ content: PlotContent) {
        var range = content.range
        var samples: [Sample]
        switch content.source {
        case .bind(let key):
            guard let value = panel.value(key) else { return fillMissing(&element, value: key) }
            guard !panel.isSecret(value: key) else {
                element.content = .text("•••")
                return
            }
            guard value == .null || value.doubleValue != nil else {
                element.content = .missing("value \"\(key)\" is not a number")
                return
            }
            let latest = panel.isUnknown(.value(key)) ? nil : Sample(value)
            samples = feeds.samples[key] ?? latest.map { [$0] } ?? []
            range = range ?? panel.valueDeclaration(key)?.range
        case .literal(let values, let times):
            samples = values.map { Sample($0) }
            for (index, time) in zip(samples.indices, times) where abs(time) < 1e11 {
                samples[index].milliseconds = Int(time * 1_000)
            }
        }
        element.content = .plot(
            Plot(content.form, samples, label: content.label ?? "", range: range, format: content.format))
    }
}
