// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SQLiteStorage
import Scheduling
import SleepModel
import Storage
import StoreDoubles
import Synchronization

/// The process that is killed: it lives through the scenario of a run, from where the process before it was.
@MainActor
final class CrashNight {
    /// The orders of a process, from the one that watches it.
    struct Orders: Codable, Sendable {
        /// Where the store and the journal are.
        var folder: String
        /// Where the zone files are.
        var zones: String
        var run: CrashRun
        /// Where to die; nil for a process that may live.
        var target: KillSwitch.Target?
    }

    /// How a process ends that is not killed.
    enum Ending: CInt {
        case finished = 0
        case restarts = 75
    }

    let scenario: Scenario
    let journal: Journal
    let manual: ManualClock
    let clock: CountedClock
    let zones: ZoneBook
    let store: StoreDouble
    private let disk = FullDisk()
    private let openFiles = OpenFileLimit()
    private let folder: String
    private let hostZone: HostZone
    var beds: [MacAddress: Bed] = [:]
    private(set) var nextStep = 0
    /// How far time is let pass at most to something planned.
    private static let patience = Duration.hours(40)

    /// Lives until the end, a restart, or the kill.
    static func live(_ orders: Orders) async throws -> Ending {
        CommitHook.install()
        KillSwitch.shared.arm(orders.target)
        let night = try await CrashNight(orders)
        return try await night.live()
    }

    private init(_ orders: Orders) async throws {
        scenario = Scenario(of: orders.run)
        folder = orders.folder
        let past = try Journal.read(orders.folder + "/journal")
        var moment = JournalEvent.Moment(
            wall: scenario.start, boot: .seconds(1000), monotonic: .seconds(1000), bootID: "boot", zone: scenario.zone,
            zoneEdition: 0)
        for event in past {
            switch event {
            case .started(let now), .clock(let now), .looks(let now): moment = now
            case .begins(let step, _): nextStep = step + 1
            case .restarts(let restart): moment = moment.after(restart)
            default: break
            }
        }
        journal = try Journal(orders.folder + "/journal")
        manual = ManualClock(wall: moment.wall, boot: moment.boot, bootID: moment.bootID)
        let clock = CountedClock(manual)
        self.clock = clock
        hostZone = HostZone(moment.zone)
        zones = ZoneBook(database: ZoneDatabase(directory: orders.zones), hostZone: { [hostZone] in hostZone.name })
        let journal = journal
        store = StoreDouble.doomed(
            try await SQLiteNightStore.open(directory: orders.folder + "/state", at: moment.wall),
            journal: journal, disk: disk
        ) {
            if clock.readsOfTransition > 1 { journal.fault("the clock is read twice before a commit") }
        }
        for device in try await store.devices() { try await open(device.address) }
        try journal.write(.started(self.moment))
    }

    func open(_ device: MacAddress) async throws {
        let book = try await DeviceBook.read(device, from: store, at: manual.now().wall)
        beds[device] = Bed(device, book: book, zones: zones, store: store, clock: clock, journal: journal)
    }

    private func live() async throws -> Ending {
        try await look()
        while nextStep < scenario.steps.count {
            let step = scenario.steps[nextStep]
            try journal.write(.begins(step: nextStep, "\(step)"))
            if case .restart(let restart, let isDamaged) = step {
                await store.close()
                if isDamaged { try BadRow.insert(nextStep, into: folder + "/state/lull.sqlite") }
                try journal.write(.restarts(restart))
                return .restarts
            }
            try await perform(step)
            try journal.write(.done(step: nextStep))
            nextStep += 1
            try await look()
        }
        try journal.write(.finished)
        await store.close()
        return .finished
    }

    // MARK: - Time

    private func perform(_ step: ScenarioStep) async throws {
        switch step {
        case .pass(let duration): try await pass(duration)
        case .passToNext(let beyond): try await pass(timeToNext + beyond)
        case .suspend(let duration): try await happens(.suspended) { manual.suspend(for: duration) }
        case .suspendOverNext(let beyond):
            try await happens(.suspended) { manual.suspend(for: timeToNext + beyond) }
        case .stepClock(let step): try await happens(.set) { manual.step(to: manual.now().wall + step) }
        case .stepOverNext(let beyond):
            try await happens(.set) { manual.step(to: manual.now().wall + timeToNext + beyond) }
        case .moveHost(let zone):
            try await happens(.changed) {
                hostZone.name = zone
                manual.changeZone()
                _ = zones.followHost()
            }
        case .renewZones:
            try await happens(.changed) {
                manual.changeZoneData()
                _ = zones.reload()
            }
        case .fillDisk(let commits): disk.fill(for: commits)
        case .takeDescriptors:
            if !openFiles.forbidOpening() { journal.fault("files can be opened without a free descriptor") }
        case .returnDescriptors: openFiles.allowOpening()
        default: await survive { try await doDeed(step) }
        }
    }

    /// Goes on when the store does not, as the service does; what could not be written is tried again later.
    private func survive(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch let error as StorageError where error.code == .full {
            clock.endTransition()
        } catch {
            journal.fault("\(error)")
        }
    }

    /// Lets everything see what time it is.
    @discardableResult
    private func look() async throws -> ClockSample {
        let sample = manual.now()
        try journal.write(.looks(moment))
        for bed in orderedBeds {
            await survive { try await transition { try await bed.alarms.advance() } }
            await survive { try await transition { try await bed.routines.advance() } }
            await survive { try await transition { try await bed.bedtimes.advance() } }
        }
        try journal.write(.looked(orderedBeds.flatMap { $0.plans(at: sample) }))
        return sample
    }

    /// Lets time pass, and serves every wake in it.
    private func pass(_ duration: Duration) async throws {
        let end = manual.now().boot + duration
        var sample = try await look()
        while sample.boot < end {
            let request = beds.values.reduce(WakeRequest()) { $0.earliest($1.nextWake(at: sample)) }
            let waits = [request.wall.map { $0 - sample.wall }, request.boot.map { $0 - sample.boot }].compactMap(
                \.self)
            manual.advance(by: max(min(waits.min() ?? duration, end - sample.boot), .milliseconds(1)))
            sample = try await look()
        }
    }

    private var timeToNext: Duration {
        let sample = manual.now()
        let next = orderedBeds.flatMap { $0.plans(at: sample) }.compactMap(\.wall).min()
        return min(max((next ?? .max) - sample.wall, .zero), Self.patience)
    }

    private func happens(_ what: LogOutcome, _ change: () -> Void) async throws {
        change()
        try journal.write(.clock(moment))
        let entry = LogEntry(at: manual.now().wall, kind: .daemon, outcome: what, actor: .daemon)
        await survive { _ = try await store.commit([.note([entry])]) }
    }

    // MARK: -

    var orderedBeds: [Bed] {
        Scenario.devices.compactMap { beds[$0] }
    }

    /// Runs one transition, which reads the clock once to decide and once to show.
    func transition(_ body: () async throws -> Void) async throws {
        clock.beginTransition()
        try await body()
        if clock.readsOfTransition > 2 {
            journal.fault("a transition reads the clock \(clock.readsOfTransition) times")
        }
        clock.endTransition()
    }

    private var moment: JournalEvent.Moment {
        let now = manual.now()
        return JournalEvent.Moment(
            wall: now.wall, boot: now.boot, monotonic: now.monotonic, bootID: now.bootID, zone: hostZone.name,
            zoneEdition: now.zones.zone + now.zones.data)
    }
}

/// Which zone the host is in.
private final class HostZone: Sendable {
    private let state: Mutex<String>

    init(_ name: String) {
        state = Mutex(name)
    }

    var name: String {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
