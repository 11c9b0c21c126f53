// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Synchronization

/// The favourites and programs of a simulated Rest in a file, so that they outlive its process.
///
/// The file is replaced as a whole, so a process that is killed leaves either the old presets or the new ones.
public final class PresetsFile: Sendable {
    private struct State {
        var presets: RestPresets
        var failure: SimulationError?
    }

    /// More than any file of presets takes.
    private static let longest = 64 * 1024

    private let path: String
    private let state: Mutex<State>

    /// Reads the file at `path`; one that does not exist yet stands for the presets of a new unit.
    ///
    /// Throws `presets_damaged` when it holds anything but presets, and leaves it as it is; `presets_failed` when it
    /// cannot be read.
    public init(path: String) throws(SimulationError) {
        self.path = path
        state = Mutex(State(presets: try Self.read(path) ?? .factory))
    }

    /// What the file holds.
    public var presets: RestPresets { state.withLock { $0.presets } }

    /// Why nothing is kept any more; nil while all is well.
    public var failure: SimulationError? { state.withLock { $0.failure } }

    /// Writes presets that differ from what the file holds.
    func keep(_ presets: RestPresets) {
        state.withLock { state in
            guard presets != state.presets, state.failure == nil else { return }
            do throws(SimulationError) {
                try write(presets)
                state.presets = presets
            } catch {
                state.failure = error
            }
        }
    }

    private static func read(_ path: String) throws(SimulationError) -> RestPresets? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("\(path) cannot be read", errno)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: longest)
        var filled = 0
        while filled < longest {
            let count = Glibc.read(descriptor, &bytes[filled], longest - filled)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("\(path) cannot be read", errno) }
            if count == 0 { break }
            filled += count
        }
        guard
            let document = try? JSONDecoder().decode(RestPresetsDocument.self, from: Data(bytes[..<filled])),
            let presets = document.presets
        else {
            throw SimulationError(
                .presetsDamaged, "The file \(path) does not hold the favourites and programs of a Rest.",
                advice: "It is left as it is. Remove it, or give another file with --presets.")
        }
        return presets
    }

    private func write(_ presets: RestPresets) throws(SimulationError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let data = try? encoder.encode(RestPresetsDocument(presets)) else {
            throw SimulationError(.presetsFailed, "The presets could not be written as JSON.")
        }
        let next = path + ".new"
        let descriptor = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw Self.failure("\(path) cannot be written", errno) }
        let number = descriptor.writeAll(Array(data) + [UInt8(ascii: "\n")]) ?? (fsync(descriptor) == 0 ? nil : errno)
        close(descriptor)
        if let number {
            unlink(next)
            throw Self.failure("\(path) cannot be written", number)
        }
        guard rename(next, path) == 0 else { throw Self.failure("\(path) cannot be written", errno) }
    }

    private static func failure(_ what: String, _ number: Int32) -> SimulationError {
        SimulationError(
            .presetsFailed, "The file \(what): \(String(cString: strerror(number)).lowercased()).",
            advice: "Give a file that can be written with --presets.")
    }
}
