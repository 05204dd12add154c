import Glibc

/// How thorough a run is: `make torture` tries everything, `make test` a part, so that somebody can wait for it.
public enum Torture {
    public static let isOn = getenv("FASCIA_TORTURE") != nil

    /// All of the cases in `make torture`; in other runs every `step`th, from the first on.
    public static func all<Cases: Collection>(_ cases: Cases, otherwiseEvery step: Int) -> [Cases.Element] {
        isOn ? Array(cases) : cases.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
    }
}
