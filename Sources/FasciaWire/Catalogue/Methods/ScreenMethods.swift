import FasciaDocument
import FasciaModel

private struct ScreenParams: Sendable {
    var id = ""
    var screen = Screen(id: "", body: Node(.empty))
    var scope = EnvironmentScope.panel
    var values = JSON.Object()
    var rows = RowsUpdate(node: "", runs: [])
}

extension Method {
    static let screen: [Method] = [
        Method(
            mutation: "screen.put", needs: .author(.screen), "Publish a screen; the daemon determines what has changed.",
            command: "screen put",
            ScreenParams(),
            [
                .required(
                    "screen", \.screen, Screen.schema,
                    "The whole screen. With the id SCREEN@ENTRY it replaces SCREEN in that entry.")
            ]
        ) { params throws(Mismatch) in
            do throws(Mismatch) {
                try checkCalls(in: params.screen.body)
            } catch {
                throw error.below("body").below("screen")
            }
            return .putScreen(params.screen)
        },
        Method(
            mutation: "screen.rows", needs: .author(.screen),
            "Publish some rows of a node of the kind rows, without the rest of the screen.",
            ScreenParams(),
            [
                .required("screen", \.id, .name, "The name of the screen."),
                .required("rows", \.rows, RowsUpdate.schema, "The rows and their node."),
            ]
        ) { params throws(Mismatch) in
            for (index, run) in params.rows.runs.enumerated() {
                for (rowIndex, row) in run.children.enumerated() {
                    do throws(Mismatch) { try checkCalls(in: row) } catch {
                        throw error.below(rowIndex).below("children").below(index).below("runs").below("rows")
                    }
                }
            }
            return .putRows(screen: params.id, params.rows)
        },
        Method(
            mutation: "screen.remove", needs: .author(.screen), "Remove a screen; entries that show it get a placeholder.",
            command: "screen remove", ScreenParams(), [.required("id", \.id, .name, "The name of the screen.")]
        ) { .removeScreen(id: $0.id) },
        Method(
            .query, "screen.list", needs: .view(.screen), "List the screens.", command: "screen list", NoParams(), [],
            returns: .result([.required("screens", .list(.definition("ScreenInfo")), "The screens, in the order of publication.")]
            )
        ) { _ in .screenList },
        Method(
            .query, "screen.get", needs: .view(.screen), "Get a screen as it was published.", command: "screen get",
            ScreenParams(),
            [.required("id", \.id, .name, "The name of the screen.")],
            returns: .result([.required("screen", Screen.schema.schema, "The screen.")])
        ) { .screenGet(id: $0.id) },
        Method(
            mutation: "environment.set", needs: .author(.environment),
            "Set values that everything in a scope inherits; null removes a value.",
            command: "environment", ScreenParams(),
            [
                .defaulted("scope", \.scope, EnvironmentScope.schema, default: .panel, "The scope; the panel if empty."),
                .required("values", \.values, EnvironmentSchema.values, "The values by name."),
            ]
        ) { .setEnvironment($0.scope, $0.values) },
    ]
}

/// Checks the calls of controls and modifiers, so that a mistake is found when the screen is published and not when a
/// user operates it.
private func checkCalls(in node: Node) throws(Mismatch) {
    for action in node.actions {
        guard case .call(let name, let params) = action.action else { continue }
        do throws(Mismatch) { try checkCall(name, params) } catch {
            throw action.path.reversed().reduce(error.below("tap")) { $0.below($1) }
        }
    }
    for (index, child) in node.children.enumerated() {
        do throws(Mismatch) { try checkCalls(in: child) } catch { throw error.below(index).below("children") }
    }
    for (index, modifier) in node.modifiers.enumerated() {
        guard let attachment = modifier.attachment, let name = modifier.attachmentName else { continue }
        do throws(Mismatch) { try checkCalls(in: attachment.node) } catch {
            throw error.below("node").below(name).below(index).below("modifiers")
        }
    }
}

private func checkCall(_ name: String, _ params: JSON) throws(Mismatch) {
    guard let method = Catalogue.method(named: name), method.kind == .mutation else {
        throw Mismatch(
            pointer: "/method",
            expected: "a method that changes the panel" + Catalogue.hint(for: name, kind: .mutation),
            found: JSON.string(name).found)
    }
    do throws(Mismatch) { _ = try method.check(params) } catch { throw error.below("params") }
}
