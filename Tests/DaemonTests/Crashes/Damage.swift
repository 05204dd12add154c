import Foundation
import Glibc
import TestSupport

/// A way to damage a file.
enum Damage: String, CaseIterable {
    case bit = "flipped bit"
    case bytes = "few bytes"
    case header = "header byte"
    case zeros = "zeroed 4 KiB"
    case garbage = "random 4 KiB"
    case cut = "cut off"
    case emptied = "emptied"
    case longer = "garbage behind"
    case removed = "removed"
    case fifo = "FIFO instead"
    case directory = "directory instead"
    case link = "dangling link"

    /// Damages of the content that leave a regular file.
    static let content: [Damage] = [.bit, .bytes, .header, .zeros, .garbage, .cut]

    func apply(to path: String, _ generator: inout SeededGenerator) throws {
        switch self {
        case .removed, .fifo, .directory, .link:
            try FileManager.default.removeItem(atPath: path)
            let result: Int32 =
                switch self {
                case .fifo: mkfifo(path, 0o600)
                case .directory: mkdir(path, 0o700)
                case .link: symlink("/nonexistent/elsewhere", path)
                default: 0
                }
            guard result == 0 else { throw TestFailure.system("\(rawValue): \(path)") }
        default:
            var bytes = Array(try Data(contentsOf: URL(filePath: path)))
            change(&bytes, &generator)
            // In place, which keeps the owner and mode.
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data(bytes))
            try file.close()
        }
    }

    private func change(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return bytes = [UInt8.random(in: 0...255, using: &generator)] }
        func place() -> Int { Int.random(in: bytes.indices, using: &generator) }
        func random() -> UInt8 { .random(in: 0...255, using: &generator) }
        switch self {
        case .bit: bytes[place()] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case .bytes: for _ in 0..<Int.random(in: 1...8, using: &generator) { bytes[place()] = random() }
        case .header: bytes[Int.random(in: 0..<min(100, bytes.count), using: &generator)] = random()
        case .zeros, .garbage:
            let start = place()
            for index in start..<min(start + 4_096, bytes.count) { bytes[index] = self == .zeros ? 0 : random() }
        case .cut: bytes.removeLast(bytes.count - place())
        case .emptied: bytes = []
        case .longer: for _ in 0..<5_000 { bytes.append(random()) }
        case .removed, .fifo, .directory, .link: break
        }
    }
}
