// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Composition
import ControlAPI
import Household
import Logging
import Scheduling
import SeededRandom
import SimulatedDevice
import SleepModel
import Storage
import StoreDoubles
import Synchronization

/// Some days of a whole household with simulated devices, on a clock that jumps from event to event.
@MainActor
public final class HouseholdNight {
    let plan: NightPlan
    let clock: SimulatedClock
    private let watched: WatchedClock
    let addresses: [MacAddress]
    let peripherals: [SimulatedPeripheral]
    let store: StoreDouble
    private let log: NotedLog
    let air: NightAir
    let journals: [SimulationJournal]
    private let zones: ZoneBook
    private let zone: HostZone
    var control: (any ControlService)?
    var facts = NightFacts()
    private var steps: [NightPlan.Step]
    private var next = 0
    /// When the present process began.
    private var begun = 0.0

    /// The zone of the host.
    private final class HostZone: Sendable {
        let identifier: Mutex<String>

        init(_ zone: String) { identifier = Mutex(zone) }
    }

    /// The log and the notices in the order in which they were noted, which a clock that is set does not change.
    private final class NotedLog: Sendable {
        let lines = Mutex<[LogEntry]>([])
        let notices = Mutex<[NightNotices.Saved]>([])
    }

    nonisolated static let boot = Duration.seconds(100_000)

    /// Lives the days of a seed with these faults.
    public static func report(of run: NightRunID, zones directory: String) async throws -> NightReport {
        try await judge(of: run, zones: directory).report(withHistory: run.wantsHistory)
    }

    /// Lives the days of a seed, and returns who knows what came of them.
    static func judge(of run: NightRunID, zones directory: String) async throws -> NightJudge {
        let database = ZoneDatabase(directory: directory)
        let plan = NightPlan(
            seed: run.seed, size: run.size, faults: run.faults,
            zone: try database.rules(for: "America/New_York"),
            zones: try ["Europe/London", "America/Los_Angeles", "Australia/Lord_Howe"].map(database.rules)
        )
        let night = HouseholdNight(plan, zones: database)
        try await night.live()
        return NightJudge(
            plan: plan, facts: night.facts, journals: night.journals.map { $0.entries() },
            log: night.log.lines.withLock(\.self), notices: night.log.notices.withLock(\.self),
            addresses: night.addresses, boot: boot)
    }

    private init(_ plan: NightPlan, zones database: ZoneDatabase) {
        self.plan = plan
        steps = plan.steps
        let clock = SimulatedClock(ManualClock(wall: plan.start, boot: Self.boot, bootID: "first"))
        let journals = (0..<plan.devices).map { _ in SimulationJournal() }
        let peripherals = journals.enumerated().map {
            SimulatedPeripheral(name: "Rest \($0)", clock: clock, journal: $1)
        }
        addresses = (0..<plan.devices).compactMap {
            MacAddress(rawValue: "DC:06:41:00:00:" + ($0 < 10 ? "0\($0)" : "\($0)"))
        }
        air = NightAir(Dictionary(uniqueKeysWithValues: zip(addresses, peripherals)), clock: clock)
        let log = NotedLog()
        self.log = log
        store = StoreDouble { changes, store throws(StorageError) in
            let answers = try await store.commit(changes)
            for (change, isMade) in zip(changes, answers) where isMade {
                log.lines.withLock { $0 += change.log }
                guard case .notices(let notices, _) = change else { continue }
                let at = (clock.now().boot - Self.boot).inSeconds
                let told = notices.filter { !$0.isAcknowledged }.map { NightNotices.Saved(at: at, notice: $0) }
                log.notices.withLock { $0 += told }
            }
            return answers
        }
        let zone = HostZone(plan.zone.identifier)
        zones = ZoneBook(database: database) { zone.identifier.withLock { $0 } }
        watched = WatchedClock(clock)
        (self.clock, self.journals, self.peripherals, self.zone) = (clock, journals, peripherals, zone)
    }

    /// Seconds since the beginning.
    var now: Double { (clock.now().boot - Self.boot).inSeconds }

    nonisolated static func name(_ device: Int) -> String { "rest \(device)" }

    /// The name of the first devices together.
    nonisolated static let group = "both"

    // MARK: - Processes

    private func live() async throws {
        for (number, address) in addresses.enumerated() {
            let device = PairedDevice(
                address: address, name: Self.name(number), product: .hatchRest, pairedAt: plan.start)
            try await store.commit(.pair(device, log: []))
        }
        var isFirst = true
        while now < plan.end {
            try await clock.run { [self, isFirst] in
                air.reopen()
                let composed = try await ComposedHousehold.open(
                    .testing([
                        .store(store), .storePatience(.seconds(2)),
                        .transport(air), .clock(watched), .zones(zones),
                        .jitter { [plan, clock] in
                            var generator = NightPlan.Use.jitter(clock.now().boot).generator(plan.seed)
                            return Double.random(in: 0..<1, using: &generator)
                        },
                    ]))
                control = composed.services
                begun = now
                defer { control = nil }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for peripheral in peripherals { group.addTask { try? await peripheral.run() } }
                    group.addTask { try await composed.run() }
                    await clock.idle()
                    if isFirst { try await furnish() }
                    try await untilDown()
                    group.cancelAll()
                }
            }
            isFirst = false
            try await untilUp()
        }
        facts.endAll(at: now)
        facts.faults += watched.standstills.map { "at \(($0 - Self.boot).inSeconds) it looks without end" }
    }

    private func furnish() async throws {
        guard let control else { return }
        for device in 0..<plan.devices {
            // Programs of the device run by its own clock.
            _ = try await control.perform(Endpoints.setClock, DeviceSelection(device: Self.name(device)))
            // Whichever a touch plays, it is the same one.
            for number in 1...6 {
                _ = try await control.perform(
                    Endpoints.editFavourite, NightShown.favourite.request(number, on: Self.name(device)))
            }
        }
        for device in plan.mirrored {
            _ = try await control.perform(Endpoints.setMirror, MirrorRequest(device: Self.name(device), on: true))
        }
        if plan.devices > 1 {
            let group = GroupRequest(name: Self.group, devices: plan.group.map(Self.name))
            _ = try await control.perform(Endpoints.setGroup, group)
        }
        for holidays in plan.holidays { await add(holidays, by: control) }
        for schedule in plan.schedules where !schedule.isOfGroup || schedule.device == 0 {
            try await schedule.add(to: control)
        }
        try await identify(by: control)
        let kept = try await store.schedules().sorted {
            ($0.kind.rawValue, $0.id.rawValue) < ($1.kind.rawValue, $1.id.rawValue)
        }
        for (number, schedule) in plan.schedules.enumerated() {
            facts.ranks[number] = kept.firstIndex {
                $0.device == addresses[schedule.device] && $0.name == schedule.name
            }
            facts.identities[number] = facts.ranks[number].map { kept[$0].id }
        }
        if now > NightCalendar.isFurnished {
            facts.faults.append("it took until \(now) to add everything")
        }
    }

    /// Gives every schedule an identity that comes from the seed, as identities settle what nothing else does.
    private func identify(by control: any ControlService) async throws {
        var document = try await control.perform(Endpoints.exportSetup).document
        var generator = NightPlan.Use.identities.generator(plan.seed)
        for schedule in try await store.schedules().sorted(by: {
            let names = [$0, $1].map { [NightSchedule.weekend, NightSchedule.together].firstIndex(of: $0.name) ?? -1 }
            return (names[0], $0.device, $0.name) < (names[1], $1.device, $1.name)
        }) {
            let identity = (0..<2).map { _ in String(generator.next(), radix: 16) }.joined(separator: "-")
            document = document.replacing(schedule.id.rawValue, with: identity)
        }
        _ = try await control.perform(Endpoints.importSetup, ImportRequest(document: document))
    }

    /// Lets time pass and does what is planned, until the daemon is to end.
    private func untilDown() async throws {
        while next < steps.count {
            let step = steps[next]
            while now < step.at { _ = try await clock.sleep(until: WakeRequest(boot: boot(step.at))) }
            await clock.idle()
            next += 1
            // Nobody does anything at the very moment at which the host wakes, or before a new process knows the device.
            if step.deed.isOfPeople, now > step.at + 1 || now < begun + 3 {
                if case .end = step.deed { later(step.deed) }
                continue
            }
            // Nor is the clock set then: nobody can say which of the two the daemon sees first.
            if step.deed.setsClock, now > step.at + 1 {
                later(step.deed)
                continue
            }
            await perform(step.deed)
            if isDown { return }
        }
        while now < plan.end { _ = try await clock.sleep(until: WakeRequest(boot: boot(plan.end))) }
        await clock.idle()
    }

    /// Lets time pass without a daemon, until it is to begin again.
    private func untilUp() async throws {
        while isDown, next < steps.count {
            let step = steps[next]
            if now < step.at { clock.manual.advance(by: boot(step.at) - clock.now().boot) }
            next += 1
            await perform(step.deed)
        }
    }

    private func boot(_ time: Double) -> Duration {
        Self.boot + .milliseconds(Int64((time * 1000).rounded()))
    }

    private var isDown: Bool { facts.isUnderWay(.restart) || facts.isUnderWay(.badRow) }

    // MARK: - Deeds

    private func perform(_ deed: NightPlan.Deed) async {
        switch deed {
        case .begin(let cause, let length, let amount):
            if let change = NightPlan.clockChange(
                NightPlan.Step(at: now, deed: deed), home: plan.zone, zones: plan.zones)
            {
                return facts.isTimed ? later(deed) : follow(change)
            }
            let ahead = ahead(of: cause, for: length, amount)
            let end = end(of: cause, after: ahead + length, amount)
            guard !facts.isUnderWay(cause.fault, on: cause.device),
                await begin(cause, for: length, ahead: ahead, until: end)
            else { return }
            facts.begin(
                cause, at: cause.fault == .suspend ? now - length : now + ahead, asked: now, until: end)
        case .end(let cause):
            if let change = NightPlan.clockChange(
                NightPlan.Step(at: now, deed: deed), home: plan.zone, zones: plan.zones)
            {
                return facts.isTimed ? later(deed) : follow(change)
            }
            guard facts.isUnderWay(cause.fault, on: cause.device), !facts.lasts(cause, beyond: now) else { return }
            guard await end(cause) else { return later(deed) }
            facts.end(cause, at: now)
        case .act(let action, let device): await act(action, on: device)
        case .actTogether(let action, _): await actTogether(action)
        case .observe(let holidays): await observe(holidays)
        case .acknowledge: await acknowledge()
        }
    }

    /// How long before a pause somebody asks for it; at once where the clock is set before its end.
    private func ahead(of cause: NightPlan.Cause, for length: Double, _ amount: Int) -> Double {
        let ahead = cause.fault.isPause ? Double(amount < 0 ? -1 - amount : amount) : 0
        let next = now...now + ahead + length
        return plan.steps.contains { $0.deed.setsClock && next.contains($0.at) } ? 0 : ahead
    }

    /// When a pause is to end by itself that begins now or soon; nil for one that somebody ends.
    ///
    /// Where summer time begins or ends nobody can say which of two times is meant. Until then nobody sets the clock.
    private func end(of cause: NightPlan.Cause, after length: Double, _ amount: Int) -> Double? {
        guard cause.fault == .devicePause, amount < 0 else { return nil }
        let wall = clock.now().wall
        let offsets = [-7200, 0, 7200].map { present.offset(at: wall + .seconds(length + $0)) }
        return Set(offsets).count == 1 ? now + length : nil
    }

    /// Does something a little later, as it could not be done now.
    private func later(_ deed: NightPlan.Deed) {
        let step = NightPlan.Step(at: now + 300, deed: deed)
        guard step.at < plan.end - 60 else { return }
        let index = steps[next...].firstIndex { $0.at > step.at } ?? steps.count
        steps.insert(step, at: index)
    }

    /// Sets the host's clock, or moves the household.
    private func follow(_ change: NightFacts.ClockChange) {
        facts.clockChanges.append(change)
        if let other = change.zone {
            zone.identifier.withLock { $0 = other.identifier }
            clock.manual.changeZone()
        } else {
            clock.manual.step(to: clock.now().wall + .seconds(change.step))
        }
    }
}

extension Duration {
    /// In seconds, exact to the millisecond.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds / 1_000_000_000_000_000) / 1000
    }
}
