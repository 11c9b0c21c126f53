// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Composition
import ControlAPI
import Household
import Logging
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import StoreDoubles

/// Some days of a whole household with one simulated device, on a clock that jumps from event to event.
@MainActor
public final class HouseholdNight {
    private let plan: NightPlan
    private let clock: SimulatedClock
    private let journal = SimulationJournal()
    private let peripheral: SimulatedPeripheral
    private let address: MacAddress
    private let store = StoreDouble()
    private let zones: ZoneBook
    private var air: NightAir?
    private var control: (any ControlService)?
    private var facts = NightFacts()
    private var next = 0

    /// What came of some days.
    public struct Report: Sendable {
        /// What went against the guarantees.
        public var faults: [String]
        /// What was done and what happened, in order.
        public var history: [String]
    }

    /// Lives the days of a seed with these faults.
    public static func report(
        seed: UInt64, days: Int, faults: [NightFault], zones directory: String
    ) async throws -> Report {
        let zone = try ZoneDatabase(directory: directory).rules(for: "America/New_York")
        let plan = NightPlan(seed: seed, days: days, faults: faults, zone: zone)
        guard let address = MacAddress(rawValue: SimulationProcess.defaultAddress) else {
            return Report(faults: ["no address"], history: [])
        }
        let night = HouseholdNight(plan, address: address)
        try await night.live()
        let log = try await night.store.entries(since: nil, device: nil, limit: 100_000)
        let journal = night.journal.entries()
        let history =
            plan.steps.map { ($0.at, "planned \($0.deed)") } + journal.map { ($0.at, "\($0.json)") }
            + log.map { ($0.at, "log \($0.name ?? "") \($0.outcome) \($0.reason.map { "\($0)" } ?? "")") }
        return Report(
            faults: NightJudge(plan: plan, facts: night.facts, journal: journal, log: log).faults(),
            history: history.sorted { $0.0 < $1.0 }.map { "\($0.0) \($0.1)" })
    }

    private init(_ plan: NightPlan, address: MacAddress) {
        (self.plan, self.address) = (plan, address)
        clock = SimulatedClock(ManualClock(wall: plan.start, boot: .seconds(100_000), bootID: "first"))
        peripheral = SimulatedPeripheral(name: "Nursery", clock: clock, journal: journal)
        zones = ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: plan.zone)
    }

    private var now: Instant { clock.now().wall }

    // MARK: - Processes

    private func live() async throws {
        let device = PairedDevice(address: address, name: "nursery", product: .hatchRest, pairedAt: plan.start)
        try await store.commit(.pair(device, log: []))
        var isFirst = true
        while now < plan.end {
            try await clock.run { [self, isFirst] in
                let air = NightAir(
                    SimulatedTransport(devices: [address: peripheral], clock: clock), of: address, clock: clock)
                if let old = self.air { (air.isSilent, air.isForged) = (old.isSilent, old.isForged) }
                self.air = air
                let composed = try await ComposedHousehold.open(
                    HouseholdConfiguration(
                        store: store, storePatience: .seconds(2), transport: air, nightClock: clock, radioClock: clock,
                        zones: zones, products: .all, logger: Logger(label: "night") { _ in SwiftLogNoOpLogHandler() }))
                control = composed.services
                defer { control = nil }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try? await self.peripheral.run() }
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
    }

    private func furnish() async throws {
        // Programs of the device run by its own clock.
        _ = try await control?.perform(Endpoints.setClock, DeviceSelection(device: "nursery"))
        for alarm in plan.alarms {
            _ = try await control?.perform(
                Endpoints.addAlarm,
                AlarmRequest(
                    name: alarm.name, device: "nursery", at: "\(alarm.at)", days: "daily",
                    sunrise: alarm.sunrise == .zero ? nil : "\(alarm.sunrise.components.seconds)s",
                    sound: alarm.sound))
        }
    }

    /// Lets time pass and does what is planned, until the daemon is to end.
    private func untilDown() async throws {
        while next < plan.steps.count {
            let step = plan.steps[next]
            while now < step.at { _ = try await clock.sleep(until: WakeRequest(wall: step.at)) }
            await clock.idle()
            next += 1
            try await perform(step.deed)
            if isDown { return }
        }
        while now < plan.end { _ = try await clock.sleep(until: WakeRequest(wall: plan.end)) }
        await clock.idle()
    }

    /// Lets time pass without a daemon, until it is to begin again.
    private func untilUp() async throws {
        while isDown, next < plan.steps.count {
            let step = plan.steps[next]
            if now < step.at { clock.manual.advance(by: step.at - now) }
            next += 1
            try await perform(step.deed)
        }
    }

    private var isDown: Bool { facts.isUnderWay(.restart) || facts.isUnderWay(.badRow) }

    // MARK: - Deeds

    private func perform(_ deed: NightPlan.Deed) async throws {
        switch deed {
        case .begin(let fault, let length):
            guard !facts.isUnderWay(fault), await begin(fault, for: length) else { return }
            facts.begin(fault, at: fault == .suspend ? now - length : now)
        case .end(let fault):
            guard facts.isUnderWay(fault) else { return }
            await end(fault)
            facts.end(fault, at: now)
        case .dismiss(let name):
            try await answer(name, deed) {
                _ = try await $0.perform(Endpoints.dismissAlarm, ScheduleSelection(name: name, device: nil))
            }
        case .snooze(let name):
            try await answer(name, deed) {
                _ = try await $0.perform(
                    Endpoints.snoozeAlarm, SnoozeRequest(name: name, device: nil, length: nil))
            }
        case .touch(let name):
            guard await peripheral.state.isOn else { return }
            try await answer(name, deed) { [peripheral] _ in await peripheral.holdRing() }
        }
    }

    /// Answers an alarm, if it rings.
    private func answer(
        _ name: String, _ deed: NightPlan.Deed, _ act: (any ControlService) async throws -> Void
    ) async throws {
        guard let control else { return }
        let alarms = try await control.perform(Endpoints.alarms)
        let phase = alarms.first { $0.name == name }?.phase
        guard phase == .ringing || phase == .snoozed && deed == .dismiss(name) else { return }
        let answer = NightFacts.Answer(at: now, alarm: name, deed: deed)
        do {
            try await act(control)
            facts.answers.append(answer)
        } catch {
            facts.faults.append("\(answer): \(error)")
        }
    }

    /// Begins a fault; false if it cannot be.
    private func begin(_ fault: NightFault, for length: Duration) async -> Bool {
        switch fault {
        case .fullDisk: await store.fail(true)
        case .hangingDisk: await store.hold()
        case .restart, .badRow: return !isDown
        case .suspend:
            guard control != nil else { return false }
            clock.manual.suspend(for: length)
            await clock.idle()
        case .forgery: air?.isForged = true
        case .program: return await setProgram(for: length)
        case .silence: air?.isSilent = true
        case .lostReplies: await peripheral.inject(.lostReply, count: 5)
        case .powerLoss: await peripheral.cyclePower()
        case .outOfReach:
            await peripheral.setRefusesConnections(true)
            await peripheral.dropConnection()
        case .pause: return (try? await control?.perform(Endpoints.pause, PauseRequest(until: nil))) != nil
        case .skip: return await skip()
        }
        return true
    }

    private func end(_ fault: NightFault) async {
        switch fault {
        case .fullDisk: await store.fail(false)
        case .hangingDisk: await store.release()
        case .badRow:
            await store.damage([
                QuarantinedRow(
                    table: .schedules, number: 99, kind: .alarm, name: "bad", device: address,
                    error: StorageError(.corrupt, "The row cannot be read."))
            ])
        case .restart, .suspend, .powerLoss: break
        case .forgery: air?.isForged = false
        case .program:
            _ = try? await control?.perform(Endpoints.deleteProgram, SlotRequest(device: "nursery", number: 1))
        case .silence: air?.isSilent = false
        case .lostReplies: await peripheral.inject(.lostReply, count: 0)
        case .outOfReach: await peripheral.setRefusesConnections(false)
        case .pause: _ = try? await control?.perform(Endpoints.resume, DeviceChoice())
        case .skip: await unskip()
        }
    }

    /// Sets a program of the device that begins in a minute.
    private func setProgram(for length: Duration) async -> Bool {
        let begin = plan.zone.civil(at: now + .seconds(60)).time
        var program = ProgramRequest(device: "nursery", number: 1)
        (program.at, program.duration) = ("\(begin)", "\(max(length.components.seconds - 120, 60))s")
        (program.days, program.sound, program.volume, program.enabled) = ("daily", "wind", 20, true)
        return (try? await control?.perform(Endpoints.setProgram, program)) != nil
    }

    private func skip() async -> Bool {
        guard let name = nextAlarm, let control else { return false }
        func skipped() async -> Set<CivilDate> {
            let alarms = try? await control.perform(Endpoints.alarms)
            return Set(alarms?.first { $0.name == name }?.skipped ?? [])
        }
        let before = await skipped()
        guard let reply = try? await control.perform(Endpoints.skipAlarm, SkipRequest(name: name, device: nil)) else {
            return false
        }
        for date in reply.skipped where !before.contains(date) {
            facts.skips.append((name, date, NightFacts.Span(from: now, to: .max)))
        }
        return true
    }

    private func unskip() async {
        guard now.secondsSince1970 % 2 == 0, let skip = facts.skips.last, let control else { return }
        let request = SkipRequest(name: skip.alarm, device: nil, date: "\(skip.date)")
        guard (try? await control.perform(Endpoints.unskipAlarm, request)) != nil else { return }
        facts.skips[facts.skips.count - 1].span.to = now
    }

    /// The alarm that is to ring next.
    private var nextAlarm: String? {
        plan.occurrences.filter { $0.planned > now }.min { $0.planned < $1.planned }?.alarm.name
    }
}
