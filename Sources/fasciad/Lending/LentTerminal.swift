import CLending
import CPrefetch
import FasciaLoop
import FasciaTerminal
import Glibc

/// A terminal that its client has lent: keys are read from it and frames written to it without the client in between.
/// That spares each key two changes of process and two lines of JSON.
///
/// The mode that the terminal is in says whose it is: while it is raw, as the client has left it, it is ours; a shell
/// that gets it back, because the client was stopped or killed, sets its own. So it is looked at before each read and
/// each write, and what somebody types for the shell is the shell's.
final class LentTerminal: EventHandler {
    unowned let terminal: Terminal
    private unowned let core: Core
    private let descriptor: Int32
    /// What it is to be sent where its client goes without a word.
    private var restore: String
    private var decoder: KeyDecoder
    /// What it has not been sent, or not taken yet.
    private var unsent: [UInt8] = []
    private var isWatched = false
    /// It is left alone, until its client has it in order again.
    private(set) var isPaused = false
    /// What was typed is a key by itself when nothing follows it.
    private var silence: Timer?

    private static let mostRead = 4_096

    /// Takes over an open terminal.
    ///
    /// - Throws: where it cannot be watched.
    init(
        _ descriptor: Int32, of terminal: Terminal, core: Core, restore: String, isFar: Bool
    ) throws(LoopError) {
        (self.descriptor, self.terminal, self.core, self.restore) = (descriptor, terminal, core, restore)
        decoder = KeyDecoder(isFar: isFar)
        try watch()
    }

    // MARK: - Drawing

    /// It has taken all that there was for it.
    var acceptsFrames: Bool { unsent.isEmpty && !isPaused }

    /// Keeps text for `draw`.
    func append(_ text: String) { unsent.append(contentsOf: text.utf8) }

    /// Sends what it takes now; the rest when it takes more.
    ///
    /// - Returns: whether all of it is sent.
    @discardableResult
    func draw() -> Bool {
        guard !isPaused else { return false }
        while !unsent.isEmpty {
            guard isOurs() else { return false }
            let count = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count == unsent.count {
                unsent.removeAll(keepingCapacity: true)
            } else if count > 0 {
                unsent.removeFirst(count)
            } else if errno == EAGAIN {
                ask()
                return false
            } else if errno != EINTR {
                hungUp()
                return false
            }
        }
        return true
    }

    // MARK: - Reading

    func handle(_ readiness: Readiness) {
        // What is to be drawn since comes with the next flush.
        if readiness.contains(.writable), draw() { ask() }
        if readiness.contains(.readable) { read() }
        if readiness.contains(.hungUp) || readiness.contains(.failed), isWatched { hungUp() }
    }

    private func read() {
        guard isWatched else { return }
        fascia_fetch_key_code()
        guard isOurs() else { return }
        let count = withUnsafeTemporaryAllocation(byteCount: Self.mostRead, alignment: 1) { buffer -> Int in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { take(decoder.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))) }
            return count
        }
        if count < 0, errno != EAGAIN, errno != EINTR { hungUp() }
    }

    private func take(_ inputs: [KeyDecoder.Input]) {
        silence?.cancel()
        silence = nil
        for input in inputs where isWatched { core.take(input, from: self) }
        guard isWatched, let patience = decoder.patience else { return }
        silence = core.loop.schedule(in: .milliseconds(patience)) { [self] in
            silence = nil
            take(decoder.flush())
            core.flush()
        }
    }

    // MARK: - Whose it is

    /// Whether it is in the mode in which it was lent. Where it is not, it is left alone from now on.
    private func isOurs() -> Bool {
        switch fascia_lending_is_raw(descriptor) {
        case 1: return true
        case 0:
            pause()
            core.tell(.taken, from: self)
        default: hungUp()
        }
        return false
    }

    /// Leaves it alone: somebody else uses it.
    func pause() {
        isPaused = true
        unsent = []
        stopWatching()
    }

    /// Its client has it in order again.
    func goOn() {
        guard isPaused else { return }
        isPaused = false
        decoder.forget()
        do throws(LoopError) { try watch() } catch { hungUp() }
    }

    /// Its keys may come in kitty's protocol from now on: that, too, is to be put back.
    func mayUseKeyProtocol() {
        if !restore.contains(KeyProtocol.pop) { restore = KeyProtocol.pop + restore }
    }

    /// Closes it. Its client has it back.
    func close() {
        stopWatching()
        Glibc.close(descriptor)
    }

    /// Puts it back as it was, as well as that can be done here, because its client is gone and has not.
    func putBack() {
        if fascia_lending_is_raw(descriptor) == 1 { fascia_lending_make_sane(descriptor) }
        _ = Array(restore.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    // MARK: - Watching

    private func watch() throws(LoopError) {
        try core.loop.add(descriptor, for: [.readable], self)
        isWatched = true
    }

    private func stopWatching() {
        silence?.cancel()
        silence = nil
        guard isWatched else { return }
        isWatched = false
        core.loop.remove(descriptor)
    }

    /// Asks to be told when it takes more, while there is more.
    private func ask() {
        guard isWatched else { return }
        do throws(LoopError) {
            try core.loop.change(descriptor, to: unsent.isEmpty ? [.readable] : [.readable, .writable])
        } catch { hungUp() }
    }

    /// There is no terminal any more.
    private func hungUp() {
        stopWatching()
        isPaused = true
        // Not from here: this may be in the midst of a frame.
        core.loop.perform { [core, self] in core.hungUp(self) }
    }
}
