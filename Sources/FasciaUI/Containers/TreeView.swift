/// Keys, sorted, each with its values below it: a dictionary as a tree of two levels.
public struct TreeView<Key: Hashable & Comparable, Value, KeyContent: View, ValueContent: View>: View {
    private let data: [Key: [Value]]
    private let keyContent: (Key) -> KeyContent
    private let valueContent: (Value) -> ValueContent

    /// - Parameters:
    ///   - data: the values of each key, in the order in which they are shown.
    ///   - key: what is shown of a key.
    ///   - value: what is shown of a value.
    public init(
        _ data: [Key: [Value]], @ViewBuilder key: @escaping (Key) -> KeyContent,
        @ViewBuilder value: @escaping (Value) -> ValueContent
    ) {
        self.data = data
        keyContent = key
        valueContent = value
    }

    public var body: some View {
        Form {
            ForEach(data.keys.sorted(), id: \.self) { key in
                VStack(alignment: .leading) {
                    keyContent(key)
                    branch(data[key] ?? []).padding(.leading, .cells(2))
                }
            }
        }
    }

    /// Values need not differ: they are told apart by their places.
    private func branch(_ values: [Value]) -> some View {
        VStack(alignment: .leading) {
            ForEach(values.indices, id: \.self) { index in valueContent(values[index]) }
        }
    }
}
