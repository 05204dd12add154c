import ArgumentParser
import FasciaWire

/// Help texts from the catalogue of methods.
enum CatalogueHelp {
    static func summary(_ method: String) -> String { Catalogue.method(named: method)?.summary ?? "" }

    static func help(_ method: String, _ parameter: String, valueName: String? = nil) -> ArgumentHelp {
        let parameter = Catalogue.method(named: method)?.parameters.first { $0.name == parameter }
        return ArgumentHelp(parameter?.summary ?? "", valueName: valueName)
    }
}

extension MethodCommand {
    static func help(_ parameter: String, valueName: String? = nil) -> ArgumentHelp {
        CatalogueHelp.help(method, parameter, valueName: valueName)
    }

    static func configured(
        _ name: String, discussion: String = "", aliases: [String] = []
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name, abstract: CatalogueHelp.summary(method), discussion: discussion, aliases: aliases)
    }
}
