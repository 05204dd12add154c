import ArgumentParser
import FasciaWire

/// Help texts from the catalogue of methods; empty where none are needed.
enum CatalogueHelp {
    static func summary(_ method: String) -> String { definition(method)?.summary ?? "" }

    private static func definition(_ method: String) -> Method? {
        DirectParsing.needsHelp ? Catalogue.method(named: method) : nil
    }

    /// The name of the command for a method: `pop-to` for `nav.popTo`.
    static func commandName(_ method: String) -> String {
        method.drop { $0 != "." }.dropFirst().reduce(into: "") { name, character in
            name += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }

    static func help(_ method: String, _ parameter: String, valueName: String? = nil) -> ArgumentHelp {
        let parameter = definition(method)?.parameters.first { $0.name == parameter }
        var text = parameter?.summary ?? ""
        let values = (parameter?.schema["enum"]?.arrayValue ?? []).compactMap(\.stringValue)
        if !values.isEmpty { text = String(text.dropLast()) + ": " + values.joined(separator: ", ") + "." }
        return ArgumentHelp("\(text)", valueName: valueName)
    }
}

extension MethodCommand {
    static func help(_ parameter: String, valueName: String? = nil) -> ArgumentHelp {
        CatalogueHelp.help(method, parameter, valueName: valueName)
    }

    static var configuration: CommandConfiguration { configured() }

    /// - Parameter name: by default that of the method.
    static func configured(_ name: String? = nil, discussion: String = "") -> CommandConfiguration {
        CommandConfiguration(
            commandName: name ?? CatalogueHelp.commandName(method), abstract: CatalogueHelp.summary(method),
            discussion: discussion)
    }
}
