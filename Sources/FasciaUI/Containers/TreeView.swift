/// A dictionary as a tree of two levels: sorted keys, each with its values below it.
public struct TreeView<Key: Hashable & Comparable, Value, KeyContent: View, ValueContent: View>: View {
    private let data: [Key: [Value]]
    private let keyContent: (Key) -> KeyContent
    private let valueContent: (Value) -> ValueContent

    /// - Parameters:
    ///   - data: the values of each key, in display order.
    ///   - key: makes the view of a key.
    ///   - value: makes the view of a value.
    public init(
        _ data: [Key: [Value]], @ViewBuilder key: @escaping (Key) -> KeyContent,
        @ViewBuilder value: @escaping (Value) -> ValueContent
    ) { (self.data, keyContent, valueContent) = (data, key, value) }

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

    /// Values need not be unique: they are identified by index.
    private func branch(_ values: [Value]) -> some View {
        VStack(alignment: .leading) {
            ForEach(values.indices, id: \.self) { index in valueContent(values[index]) }
        }
    }
}
