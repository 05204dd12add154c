import FasciaClient
import FasciaDocument

/// The alerts with the questions of buttons.
enum OpenQuestions {
    /// Closes the alerts that show these screens, which are about to be removed: nobody could answer them afterwards. Searches the
    /// main stack, and the stacks that terminals show.
    static func close(_ screens: Set<String>, _ connection: Connection) async {
        guard !screens.isEmpty else { return }
        let terminals = (try? await connection.call("daemon.status"))?["terminals"]?.arrayValue ?? []
        for stack in Set(terminals.compactMap { $0["stack"]?.stringValue } + ["main"]) {
            let shown = try? await connection.call("nav.get", ["stack": .string(stack)])
            for layer in shown?["layers"]?.arrayValue ?? [] where layer["modal"] == "alert" {
                guard let entry = layer["entries"]?.arrayValue?.first, let id = entry["id"],
                    let screen = entry["screen"]?.stringValue, screens.contains(screen)
                else { continue }
                _ = try? await connection.call("nav.close", ["stack": .string(stack), "entry": id])
            }
        }
    }
}
