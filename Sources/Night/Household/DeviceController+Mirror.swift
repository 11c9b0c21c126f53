// SPDX-License-Identifier: Apache-2.0

import Alarms
public import CivilTime
public import Clocks
import Coordination
import DeviceModules
import Scheduling
public import SleepModel

/// Where the mirror of a device stands.
public struct MirrorStanding: Hashable, Sendable {
    /// A moment with the number of the program that stands for it; nil while none does.
    public struct Moment: Hashable, Sendable {
        /// The moment.
        public var moment: MirroredMoment
        /// The program's number.
        public var number: Int?
    }

    /// Whether the mirror is on.
    public var isOn: Bool
    /// What the device is to do by itself, soonest first.
    public var moments: [Moment]
    /// Lull's programs that are still to be taken away.
    public var stale: [Int]
    /// Whether anybody knows what programs the device has.
    public var isKnown: Bool
    /// Why nobody can rely on what the device holds; nil when that is as it should be.
    public var problem: MirrorProblem?
}

/// What the device does by itself if the host is not there.
extension DeviceController {
    /// Takes what is set up for the device itself, which is on disk: its limit, whether it is mirrored, and
    /// the type of its address.
    public func follow(_ device: PairedDevice) {
        limit(to: device.limit)
        mirror.turn(on: device.isMirrored)
        connection.setAddressKind(device.addressKind)
    }

    /// Has the device looked at now, as something about it changed.
    public func lookAgain() { signal.raise() }

    /// Where its mirror stands, as of the last look.
    public var mirrorStanding: MirrorStanding {
        let machine = mirror.machine
        let held = machine.changes?.held ?? [:]
        return MirrorStanding(
            isOn: machine.isOn,
            moments: machine.moments.map { MirrorStanding.Moment(moment: $0, number: held[$0.role]) },
            stale: (machine.changes?.stale ?? []).map(\.number).sorted(), isKnown: machine.changes != nil,
            problem: machine.problem)
    }

    /// Has the device hold the programs that stand for what is planned now; false when it does not after `limit` on
    /// `clock`.
    public func bringMirrorInStep(within limit: Duration, on clock: any NightClock) async -> Bool {
        await bringMirrorInStep(within: limit, on: clock) { self.isMirrorBusy }
    }

    private func bringMirrorInStep(
        within limit: Duration, on clock: any NightClock, unless isBusy: @escaping @MainActor @Sendable () -> Bool
    ) async -> Bool {
        guard lookAtMirror() else { return true }
        await withTaskGroup(of: Void.self) { group in
            group.addImmediateTask { @MainActor in await self.mirror.bringInStep(unless: isBusy) }
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        lookAtMirror()
        return mirror.machine.isInStep
    }

    /// Takes the programs of the mirror away before the device is closed; returns the numbers of those that are left after
    /// `limit` on `clock`, nil if nobody knows.
    public func takeMirrorAway(within limit: Duration, on clock: any NightClock) async -> [Int]? {
        guard mirror.machine.isOn || !mirror.machine.isInStep else { return [] }
        mirror.turn(on: false)
        // What begins soon on the device ends with it.
        _ = await bringMirrorInStep(within: limit, on: clock) { self.isIdentifying }
        return mirror.machine.changes == nil ? nil : mirrorStanding.stale
    }

    /// Compares the programs, as far as they are known, with what is planned now; true if they are not in step.
    @discardableResult
    public func lookAtMirror() -> Bool {
        let sample = clock.now()
        _ = mirror.look(at: sample, moments: mirroredMoments(at: sample), isBusy: isMirrorBusy)
        return !mirror.machine.isInStep
    }

    /// What a program of the mirror does next at a time at which that is not planned any more; nil for nothing.
    public var nextStaleProgram: (program: DeviceProgram, at: Instant)? {
        let sample = clock.now()
        let planned = planned(at: sample)
        let times = Set(planned.rings.map(\.at) + planned.nights.map(\.wake))
        return mirror.machine.stale(at: sample.wall, zone: zones.rules(of: nil)).first { !times.contains($0.at) }
    }

    /// Whether it is not known what the programs of a device are that is mirrored.
    public var areMirrorProgramsUnknown: Bool { mirror.machine.isOn && mirror.machine.changes == nil }

    /// Lets time pass for the mirror.
    func advanceMirror(at sample: ClockSample) {
        mirror.advance(to: sample, moments: mirroredMoments(at: sample), isBusy: isMirrorBusy)
    }

    /// Whether the programs are not touched now: something rings, blinks, begins soon or has just begun.
    var isMirrorBusy: Bool {
        let sample = clock.now()
        let isNear = nextBeginning(at: sample).map { $0 - sample.wall <= .seconds(60) } ?? false
        return isNear || isQuiet || coordinator.rings(address) || isIdentifying || isClosed
    }

    /// What the device is to do by itself; nothing while the mirror is off.
    private func mirroredMoments(at sample: ClockSample) -> [MirroredMoment] {
        guard mirror.machine.isOn else { return [] }
        let planned = planned(at: sample)
        return MirrorPlan(now: sample.wall, zone: zones.rules(of: nil), limit: deviceLimit)
            .moments(nights: planned.nights, rings: planned.rings)
    }

    /// The programs that the mirror has written for what runs, as far as the plan says; the device may have been out of
    /// reach then.
    var mirroredProgramsOfRuns: [DeviceProgram] {
        guard mirror.machine.isOn else { return [] }
        let sample = clock.now()
        let planned = planned(at: sample, includingBegun: true)
        let begun = Set(planned.nights.map(\.wake) + planned.rings.map(\.at)).filter { $0 <= sample.wall }
        return begun.flatMap { start in
            MirrorPlan(now: start - .seconds(1), zone: zones.rules(of: nil), limit: deviceLimit)
                .moments(nights: planned.nights, rings: planned.rings)
                .filter { $0.at == start }
                // No slot has that number: which one it is in is not known.
                .map { $0.program(in: 0) }
        }
    }

    /// The nights and the rings that run or lie ahead; with `includingBegun` also the alarms that ring or snooze.
    private func planned(
        at sample: ClockSample, includingBegun: Bool = false
    ) -> (nights: [PlannedNight], rings: [MirrorPlan.Ring]) {
        var rings = runningAlarms.filter { includingBegun || $0.run.phase.isAhead }.map {
            MirrorPlan.Ring(
                schedule: $0.key.schedule, name: $0.record.name, plan: $0.run.plan, at: $0.record.planned)
        }
        let ahead = upcoming(after: sample.wall, until: sample.wall + MirrorPlan.horizon)
        for (schedule, occurrence) in ahead {
            guard case .alarm(let plan) = schedule.plan else { continue }
            rings.append(
                MirrorPlan.Ring(schedule: schedule.id, name: schedule.name, plan: plan, at: occurrence.planned))
        }
        return (plannedNights(ahead: ahead), rings)
    }
}

extension AlarmRun.Phase {
    /// Whether the alarm is still to ring for the first time.
    fileprivate var isAhead: Bool {
        if case .sunrise = self { true } else { false }
    }
}
