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

/// A reproducible random number generator (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
