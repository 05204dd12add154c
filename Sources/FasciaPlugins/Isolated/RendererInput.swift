/// What a renderer reads.
package enum RendererInput: Hashable, Sendable {
    case nodes, cells
}
