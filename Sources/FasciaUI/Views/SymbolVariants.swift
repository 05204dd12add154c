/// A variant of a symbol: `star` with `.fill` is `star.fill`.
public struct SymbolVariants: Hashable, Sendable {
    private let parts: [String]

    public static let none = SymbolVariants(parts: []), circle = SymbolVariants(parts: ["circle"])
    public static let square = SymbolVariants(parts: ["square"]), rectangle = SymbolVariants(parts: ["rectangle"])
    public static let fill = SymbolVariants(parts: ["fill"]), slash = SymbolVariants(parts: ["slash"])

    public var circle: SymbolVariants { with("circle") }
    public var square: SymbolVariants { with("square") }
    public var rectangle: SymbolVariants { with("rectangle") }
    public var fill: SymbolVariants { with("fill") }
    public var slash: SymbolVariants { with("slash") }

    public func contains(_ other: SymbolVariants) -> Bool { Set(other.parts).isSubset(of: parts) }

    private func with(_ part: String) -> SymbolVariants { parts.contains(part) ? self : SymbolVariants(parts: parts + [part]) }

    func union(_ other: SymbolVariants) -> SymbolVariants { other.parts.reduce(self) { $0.with($1) } }

    /// The name of the variant. Parts that the name already contains are not repeated; `fill` is last.
    func applied(to name: String) -> String {
        var names = name.split(separator: ".").map(String.init)
        guard let symbol = names.first, !parts.isEmpty else { return name }
        let isFilled = names.contains("fill") || parts.contains("fill")
        names = names.dropFirst() + parts.filter { !names.contains($0) }
        names.removeAll { $0 == "fill" }
        return ([symbol] + names + (isFilled ? ["fill"] : [])).joined(separator: ".")
    }
}

extension EnvironmentValues {
    /// The variants applied to symbols here.
    @Entry public var symbolVariants: SymbolVariants = SymbolVariants.none
}

extension View {
    /// Adds a variant to those set by the views around it; `.none` removes all.
    public func symbolVariant(_ variant: SymbolVariants) -> some View {
        transformEnvironment(\.symbolVariants) { $0 = variant == .none ? .none : $0.union(variant) }
    }
}
