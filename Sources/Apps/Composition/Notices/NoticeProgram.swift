// SPDX-License-Identifier: Apache-2.0

import Clocks
public import ControlAPI
import ControlServices
import FoundationEssentials
import Glibc
public import Household
public import SleepModel
import SystemClock

/// The owner's program for notices: it runs once for each, and reads the notice as JSON from its standard input.
///
/// It gets no arguments, no shell and a few variables of the environment. Its output goes where the daemon's diagnostics
/// go.
public actor NoticeProgram: NoticeCommand {
    /// How long it may run for one notice.
    static let limit = Duration.seconds(10)
    /// How long it may take to end when it is told to.
    static let grace = Duration.seconds(2)

    private let path: String
    private let clock: any NightClock

    /// Runs the program at a path, for a time by `clock`.
    init(path: String, clock: any NightClock) {
        self.path = path
        self.clock = clock
    }

    /// The program that the owner named by its absolute path, or by its name in PATH; nil for none.
    ///
    /// Throws `bad_configuration` when it cannot be run.
    public static func named(_ name: String?) throws(ControlError) -> NoticeProgram? {
        guard let name else { return nil }
        return try NoticeProgram(named: name)
    }

    /// The program that the owner named by its absolute path, or by its name in PATH.
    ///
    /// Throws `bad_configuration` when it cannot be run.
    public init(named name: String) throws(ControlError) {
        self.init(path: try Self.path(of: name, in: getenv("PATH").map { String(cString: $0) }), clock: HostClock())
    }

    static func path(of name: String, in searched: String?) throws(ControlError) -> String {
        let places = name.contains("/") ? [name] : (searched ?? "").split(separator: ":").map { "\($0)/\(name)" }
        guard let path = places.first(where: { $0.hasPrefix("/") && isProgram($0) }) else {
            let what = name.contains("/") ? "is not the absolute path of a program that you may run" : "is not in PATH"
            throw ControlError(
                .badConfiguration, "The notice command “\(name.printable(upTo: 200))” \(what).",
                advice: "Give one program without arguments, and make it executable with `chmod +x`.")
        }
        return path
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// Runs it for one notice; ends it after 10 seconds, and when the task is cancelled.
    public func run(_ notice: Notice, deviceName: String?) async -> NoticeCommandOutcome {
        await run(NoticeDocument(notice, device: deviceName))
    }

    /// Runs it for one notice that a daemon told; returns why that failed, or nil, and throws when the task is cancelled.
    public func failure(of notice: NoticeDocument) async throws(CancellationError) -> String? {
        switch await run(notice) {
        case .done: return nil
        case .failed(let reason): return reason
        case .cancelled: throw CancellationError()
        }
    }

    private func run(_ notice: NoticeDocument) async -> NoticeCommandOutcome {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let input = try? encoder.encode(notice) else {
            return .failed("cannot get the notice \(notice.id): it cannot be written as JSON")
        }
        let process: NoticeProcess
        do throws(NoticeProcess.Failure) {
            process = try NoticeProcess(path, input: [UInt8](input) + [0x0A])
        } catch {
            return .failed("cannot be started: \(error.reason)")
        }
        if await process.hasEnded(within: Self.limit, on: clock) { return outcome(process.takeEnd()) }
        let isCancelled = Task.isCancelled
        process.send(SIGTERM)
        _ = await process.hasEnded(within: Self.grace, on: clock)
        // Also to what it started and left behind.
        process.send(SIGKILL)
        await process.ended.value()
        _ = process.takeEnd()
        return isCancelled
            ? .cancelled : .failed("did not end within \(Self.limit.components.seconds) seconds, and was stopped")
    }

    private func outcome(_ end: NoticeProcess.End) -> NoticeCommandOutcome {
        switch end {
        case .exited(0): .done
        case .exited(let code): .failed("failed with the exit code \(code)")
        case .signalled(let number): .failed("was ended by the signal \(number)")
        }
    }
}
