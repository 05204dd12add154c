import FasciaModel
import FasciaWire
import Testing

/// What a command comes to is known before it is written, where people mostly do it.
@Suite struct CommandBytesTests {
    @Test(arguments: ["", "a", "extras/ham", "käse", String(repeating: "\u{1}", count: 100), "\u{10FFFF}\"\\\n"])
    func noMoreThanIsSaid(_ id: String) throws {
        let commands: [Command] = [
            .setToggle(id: id, on: false), .flipToggle(id: id, expect: nil), .flipToggle(id: id, expect: .mixed),
            .enableToggle(id: id, enabled: false), .pick(id: id, element: nil), .pick(id: id, element: id),
        ]
        for command in commands {
            var writer = JSONWriter()
            writer.writeParams(of: command)
            #expect(writer.bytes.count <= (try #require(command.mostParamBytes)))
        }
    }

    @Test func othersHaveToBeWritten() {
        #expect(Command.setValue(key: "a", 1).mostParamBytes == nil)
        #expect(Command.batch([.setToggle(id: "a", on: true)]).mostParamBytes == nil)
    }
}
