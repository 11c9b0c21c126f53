// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
public import Logging
public import ServiceLifecycle
import SleepModel
import UnixSignals

/// Reads the settings again on SIGHUP, has the daemon follow those that it can follow while it runs, and logs what changed.
///
/// Settings with something wrong in them change nothing.
public struct SettingsFollower: Service {
    /// Has the daemon follow a setting; nil is as usual.
    ///
    /// Throws why it cannot, and has changed nothing then.
    public typealias Follow = @Sendable (SettingKey, String?) throws(ControlError) -> Void

    private let reader: SettingsReader
    private let first: DaemonSettings
    private let logger: Logger
    private let follow: Follow

    /// Follows what `reader` reads from now on, by which a daemon runs that began with some settings.
    public init(_ reader: SettingsReader, from first: DaemonSettings, logger: Logger, follow: @escaping Follow) {
        (self.reader, self.first, self.logger, self.follow) = (reader, first, logger, follow)
    }

    /// Follows until graceful shutdown or cancellation.
    public func run() async throws {
        var current = first
        // Nobody reads faster than signals come, so one that comes meanwhile is enough.
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            current = readAgain(after: current)
        }
    }

    /// Returns the settings that the daemon runs by then.
    func readAgain(after current: DaemonSettings) -> DaemonSettings {
        let new: DaemonSettings
        do throws(ControlError) {
            new = try reader.read()
        } catch {
            logger.error("\(error.message) The settings stay as they are.")
            return current
        }
        guard new.problems.isEmpty else {
            for problem in new.problems { logger.error("\(problem)") }
            logger.error("The settings stay as they are. `lulld --check-config` shows what is wrong.")
            return current
        }
        let changes = current.changes(to: new)
        for key in changes where key.isFollowed {
            do throws(ControlError) {
                try follow(key, new[key]?.text)
            } catch {
                let place = new[key].map { reader.name(of: $0.source, of: key) + ": " } ?? ""
                logger.error("\(place)\(error.message) The settings stay as they are.")
                return current
            }
        }
        logger.notice("\(Self.sentence(of: changes, in: new))")
        return new
    }

    /// What a log says of changes.
    static func sentence(of changes: [SettingKey], in new: DaemonSettings) -> String {
        guard !changes.isEmpty else { return "The settings were read again, and nothing changed." }
        let words = changes.map { key in
            let value = new[key].map { "“\($0.text.printable)”" } ?? "as usual"
            return "\(key.rawValue) is \(value)" + (key.isFollowed ? "" : " when lulld starts again")
        }
        return "The settings were read again: " + words.joined(separator: "; ") + "."
    }
}
