import FasciaDocument
import Testing

@testable import FasciaWire

/// Unknown members of a request are found with the schemas of `daemon.describe`.
@Suite struct UnknownMemberTests {
    private func unknown(_ method: String, _ params: String) throws -> [String] {
        let description = try Description.json(method: method)
        return UnknownMember.all(in: try JSONParser.parse(params), of: method, by: description).map {
            $0.pointer + ($0.nearest.map { " (\($0))" } ?? "") + ($0.isAllowed ? " taken" : "")
        }
    }

    @Test(arguments: [
        ("toggle.flip", #"{"id":"a","expct":"on","ifRevison":3}"#, ["/expct (expect)", "/ifRevison (ifRevision)"]),
        ("toggle.flip", #"{"id":"a","x":1}"#, ["/x"]),
        (
            "toggle.declare", #"{"group":{"id":"g","options":[{"id":"a","tittle":"A","a/b":1}]}}"#,
            ["/group/options/0/tittle (title)", "/group/options/0/a~1b"]
        ),
        (
            "screen.put",
            #"{"screen":{"id":"s","body":{"kind":"form","chidren":[],"children":[{"kind":"toggle","bind":"a","labl":"x"}]}}}"#,
            ["/screen/body/chidren (children)", "/screen/body/children/0/labl (label)"]
        ),
        (
            "screen.put",
            #"{"screen":{"id":"s","body":{"kind":"divider","modifiers":[{"frame":{"widht":3}},{"padding":1}]}}}"#,
            ["/screen/body/modifiers/0/frame/widht (width)"]
        ),
        ("nav.push", #"{"screen":"s","args":{"any":1}}"#, []),
        ("environment.set", #"{"values":{"my/own":1,"tint":"red"}}"#, []),
        ("environment.set", #"{"values":{"accnt":{"any":1},"tint":"red"}}"#, ["/values/accnt (accent) taken"]),
        ("value.set", #"{"key":"k","value":{"any":[{"thing":1}]}}"#, []),
        ("sync", "{}", []),
        ("sync", "7", []),
    ])
    func unknownMembersAreFound(_ method: String, _ params: String, _ found: [String]) throws {
        #expect(try unknown(method, params) == found)
    }

    private static let one = #"{"type":"object","properties":{"a":{}}}"#

    /// Arbitrary schemas, as another daemon may send them. `y` is a type defined elsewhere.
    @Test(arguments: [
        (one, #"{"a~/b":1}"#, ["/a~0~1b"]),
        (#"{"type":"object","additionalProperties":\#(one)}"#, #"{"k":{"a":1,"x":1}}"#, ["/k/x"]),
        // The type, the required members and the constants determine which alternative is meant.
        (#"{"anyOf":[{"type":"string"},\#(one)]}"#, #"{"x":1}"#, ["/x"]),
        (#"{"anyOf":[{"enum":["b","c"]},\#(one)]}"#, #"{"x":1}"#, ["/x"]),
        (#"{"anyOf":[{"type":"array","items":{}},\#(one)]}"#, #"{"x":1}"#, ["/x"]),
        (#"{"anyOf":[{"type":"string"},{"type":"array","items":\#(one)}]}"#, #"[{"x":1}]"#, ["/0/x"]),
        (#"{"anyOf":[\#(one),{"type":"array","items":\#(one)}]}"#, #"[{"x":1}]"#, ["/0/x"]),
        (##"{"anyOf":[{"$ref":"#/$defs/none"},{"$ref":"#/$defs/y"}]}"##, #"{"y":1,"x":1}"#, ["/x"]),
        (##"{"oneOf":[{"$ref":"#/$defs/y"},\##(one)]}"##, #"{"a":1,"x":1}"#, ["/x"]),
        // Nothing is reported if more than one alternative fits.
        (#"{"anyOf":[\#(one),{"type":"object","properties":{"b":{}}}]}"#, #"{"a":1,"x":1}"#, []),
    ])
    func schemasOfManyKinds(_ schema: String, _ params: String, _ found: [String]) throws {
        let description: JSON = [
            "methods": [["name": "m", "params": try JSONParser.parse(schema)]],
            "$defs": ["y": ["type": "object", "properties": ["y": [:]], "required": ["y"]]],
        ]
        #expect(
            UnknownMember.all(in: try JSONParser.parse(params), of: "m", by: description).map(\.pointer) == found)
    }

    @Test func aMethodThatIsNotDescribedHasNone() throws {
        #expect(UnknownMember.all(in: ["x": 1], of: "no.such", by: try Description.json(method: "sync")) == [])
    }
}
