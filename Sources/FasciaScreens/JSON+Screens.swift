import FasciaDocument
import FasciaPluginKit

extension JSON {
    /// - Parameter screens: what a renderer gets.
    init(screens: String) throws(PluginFailure) {
        do throws(ParseError) {
            self = try JSONParser.parse(screens)
        } catch {
            throw PluginFailure("the screens are not JSON: \(error.message)")
        }
    }
}
