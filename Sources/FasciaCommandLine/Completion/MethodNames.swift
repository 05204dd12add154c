import FasciaWire

enum MethodNames {
    static let all = Catalogue.methods.map(\.name)
}
