// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Logging
public import SleepModel
public import Storage

/// What somebody should know: kept in the store, and passed to the owner's command.
@MainActor
public final class HouseholdNotices {
    /// How far back to look for what nobody was told, and how many lines.
    private nonisolated static let memory = Duration.seconds(7 * 86_400)
    private nonisolated static let lines = 1000
    /// How long after a failure of the store the next try comes.
    private nonisolated static let retry = Duration.seconds(60)

    private nonisolated let desk: NoticeDesk
    private nonisolated let configuration: HouseholdConfiguration
    private nonisolated let log: HouseholdLog
    private nonisolated let saving = SerialQueue()

    init(_ configuration: HouseholdConfiguration, log: HouseholdLog) {
        desk = configuration.notices
        self.configuration = configuration
        self.log = log
    }

    /// Goes on from what the store holds; throws what the store threw.
    ///
    /// A store that was restored says so in its log alone, as nobody was there to be told.
    func open() async throws {
        let stored = try await configuration.store.notices()
        desk.open(with: stored)
        let since = configuration.nightClock.now().wall - Self.memory
        let restored = try await configuration.store.entries(
            since: since, device: nil, outcomes: [.stateSetAside, .stateRestored], limit: Self.lines)
        desk.take(restored.filter { entry in !stored.contains { $0.kind == .storage && $0.at >= entry.at } })
    }

    /// All notices, the newest last.
    public var all: [Notice] { desk.all }

    /// What the device of a notice is called; nil if it is about none.
    public func deviceName(of notice: Notice) -> String? { desk.deviceName(of: notice) }

    /// Acknowledges the notice with a number, or all for nil.
    ///
    /// Returns those that were not acknowledged before, and nil when there is none with the number. They stay acknowledged
    /// if the store fails; saving them is tried again.
    public func acknowledge(_ number: Int?) async -> (notices: [Notice], failure: StorageError?)? {
        guard let notices = desk.acknowledge(number, at: configuration.nightClock.now().wall) else { return nil }
        return (notices, await save())
    }

    /// Saves what is not saved yet, and returns why that failed.
    @discardableResult
    public nonisolated func save() async -> StorageError? {
        await saving.runEvenIfCancelled {
            let changes = desk.changes
            guard !changes.isEmpty else { return nil }
            do throws(StorageError) {
                try await configuration.store.commit(.notices(changes.notices, dropping: changes.dropped))
                desk.saved(changes)
                return nil
            } catch {
                // The store of the household says so once, and not with every attempt.
                return error
            }
        }
    }

    /// Saves notices as they come, and passes them to the owner's command, until cancelled.
    ///
    /// Throws only what makes going on impossible, such as a system without timers.
    nonisolated func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.saveAll() }
            group.addTask { await self.sendAll() }
            defer { group.cancelAll() }
            while try await group.next() != nil {}
        }
    }

    private nonisolated func saveAll() async throws {
        while !Task.isCancelled {
            if await save() == nil {
                await desk.changed.wait()
            } else {
                try await configuration.nightClock.sleep(for: Self.retry)
            }
        }
    }

    /// Has the owner's command run for one notice after the other.
    private nonisolated func sendAll() async {
        guard let command = configuration.noticeCommand else { return }
        var isFailing = false
        while !Task.isCancelled {
            guard let (notice, deviceName) = desk.nextToSend() else {
                await desk.waiting.wait()
                continue
            }
            switch await command.run(notice, deviceName: deviceName) {
            case .cancelled: break
            case .done: isFailing = false
            case .failed(let reason):
                configuration.logger.warning(
                    "the notice command \(reason)", metadata: ["code": "notice_command", "notice": "\(notice.number)"])
                // Once in the log until it works again; never a notice, which would call the command again.
                if !isFailing {
                    await log.write(
                        LogEntry(
                            at: configuration.nightClock.now().wall, kind: .daemon, name: "notice command \(reason)",
                            outcome: .failed, actor: .daemon))
                }
                isFailing = true
            }
        }
    }
}
