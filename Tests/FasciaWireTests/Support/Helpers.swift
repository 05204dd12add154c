import FasciaDocument
import FasciaWire

func json(_ text: String) throws -> JSON { try JSONParser.parse(text) }

func written(_ value: JSON) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.text
}

func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return writer.text
}

/// The error that `body` throws; `nil` if it throws none or one of another type.
func thrown<Failure: Error>(_ type: Failure.Type, _ body: () throws -> Void) -> Failure? {
    do { try body() } catch { return error as? Failure }
    return nil
}
