import TestSupport
import Testing

@testable import FasciaUnits

@Suite struct UnitFilesTests {
    @Test func theFileOfAUnitOrOfItsTemplateIsFound() throws {
        let directory = try TemporaryDirectory()
        for name in ["a.service", "b@.service", "c.timer"] { try directory.write("", to: name) }
        func file(_ unit: String) -> String? { UnitFiles.path(of: unit, in: ["/no/such/directory", directory.path]) }
        #expect(file("a") == directory["a.service"])
        #expect(file("c.timer") == directory["c.timer"])
        #expect(file("b@one.service") == directory["b@.service"])
        #expect(file("b@.service") == directory["b@.service"])
        for missing in ["c", "d.service", "a@one.service", "../\(directory.path)/a.service", ""] { #expect(file(missing) == nil) }
    }

    @Test(
        arguments: [("a@.service", true), ("a@", true), ("a@b.service", false), ("a.service", false), ("a@b", false)]
            as [(String, Bool)])
    func aTemplateIsKnownByItsName(_ name: String, _ isTemplate: Bool) {
        #expect(UnitName.isTemplate(name) == isTemplate)
        if isTemplate { #expect(UnitName.instance("one", of: name) == "a@one.service") }
    }
}
