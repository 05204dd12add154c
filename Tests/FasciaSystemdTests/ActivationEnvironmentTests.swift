import Testing

@testable import FasciaSystemd

@Suite struct ActivationEnvironmentTests {
    private func names(_ variables: [String: String]) throws -> [String] {
        try ActivationEnvironment(variables: variables, process: 42).names
    }

    private func message(_ variables: [String: String]) -> String? {
        do {
            _ = try ActivationEnvironment(variables: variables, process: 42)
            return nil
        } catch { return error.description }
    }

    @Test func withoutVariablesNothingIsPassed() throws {
        #expect(try names([:]).isEmpty)
        #expect(try names(["LISTEN_FDS": "1"]).isEmpty)
        #expect(try names(["LISTEN_PID": "42"]).isEmpty)
    }

    @Test func theNamesComeInTheirOrder() throws {
        let variables = ["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "fasciad.socket:other"]
        #expect(try names(variables) == ["fasciad.socket", "other"])
    }

    @Test func descriptorsWithoutNamesAreCalledUnknown() throws {
        #expect(try names(["LISTEN_PID": "42", "LISTEN_FDS": "2"]) == ["unknown", "unknown"])
    }

    @Test func descriptorsForAnotherProcessAreNotOurs() throws {
        #expect(try names(["LISTEN_PID": "41", "LISTEN_FDS": "not looked at"]).isEmpty)
    }

    @Test func noneMayBePassed() throws {
        #expect(try names(["LISTEN_PID": "42", "LISTEN_FDS": "0", "LISTEN_FDNAMES": ""]).isEmpty)
    }

    @Test(arguments: ["", "one", "-1", "65537", "99999999999999999999", "1 "])
    func aCountThatIsNoneIsAnError(count: String) {
        let expected = """
            LISTEN_FDS="\(count)" is not a number from 0 to 65536: \
            unset LISTEN_FDS and LISTEN_PID to start without socket activation
            """
        #expect(message(["LISTEN_PID": "42", "LISTEN_FDS": count]) == expected)
    }

    @Test(arguments: ["", "me", "0", "-42"])
    func aProcessIdThatIsNoneIsAnError(process: String) {
        let expected = "LISTEN_PID=\"\(process)\" is not a process id: unset it to start without socket activation"
        #expect(message(["LISTEN_PID": process, "LISTEN_FDS": "1"]) == expected)
    }

    @Test func namesThatDoNotMatchTheCountAreAnError() {
        let expected = """
            LISTEN_FDNAMES="a:b" does not name 1 descriptors, as LISTEN_FDS says: unset it, or name each
            """
        #expect(message(["LISTEN_PID": "42", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "a:b"]) == expected)
    }
}
