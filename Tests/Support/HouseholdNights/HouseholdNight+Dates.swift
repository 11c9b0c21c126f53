// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SleepModel

/// What people change about what lies ahead.
extension HouseholdNight {
    /// A schedule as the daemon has it.
    struct Standing {
        var name: String
        var kind: ScheduleKind
        var isRunning: Bool
        var next: Instant?
        var skipped: [CivilDate]
    }

    func standings(on device: Int, by control: any ControlService) async throws -> [Standing] {
        let name = Self.name(device)
        let alarms = try await control.perform(Endpoints.alarms).filter { $0.device == name }.map {
            Standing(
                name: $0.name, kind: .alarm, isRunning: $0.phase != nil, next: $0.next, skipped: $0.skipped)
        }
        let routines = try await control.perform(Endpoints.routines).filter { $0.device == name }.map {
            Standing(
                name: $0.name, kind: .routine, isRunning: $0.running != nil || $0.waitsUntil != nil,
                next: $0.next,
                skipped: $0.skipped)
        }
        let bedtimes = try await control.perform(Endpoints.bedtimes, DeviceChoice()).filter { $0.device == name }.map {
            Standing(
                name: $0.name, kind: .bedtime, isRunning: $0.phase != nil, next: $0.next,
                skipped: $0.skipped)
        }
        return alarms + routines + bedtimes
    }

    /// The zone that the household is in.
    var present: ZoneRules { facts.clockChanges.last { $0.zone != nil }?.zone ?? plan.zone }

    func number(of name: String, on device: Int) -> Int? {
        plan.schedules.firstIndex { $0.name == name && $0.device == device }
    }

    // MARK: - Skips

    /// Skips the next of all schedules of a device; false if that cannot be done.
    func skip(on device: Int) async -> Bool {
        guard let control, let all = try? await standings(on: device, by: control) else { return false }
        let coming = all.filter { !$0.isRunning && $0.next != nil }
        guard let next = coming.min(by: { ($0.next ?? .max) < ($1.next ?? .max) }),
            let number = number(of: next.name, on: device),
            let skipped = try? await change(
                next.kind, SkipRequest(name: next.name, device: Self.name(device)), isSkip: true,
                by: control)
        else { return false }
        for date in skipped where !next.skipped.contains(date) {
            facts.skips.append(
                NightFacts.Skip(
                    schedule: number, date: date, span: NightFacts.Span(from: now, to: .infinity)))
        }
        return true
    }

    /// Takes the last one back, or leaves it.
    func unskip(on device: Int) async {
        guard let control, Int(now) % 2 == 0,
            let index = facts.skips.lastIndex(where: { plan.schedules[$0.schedule].device == device })
        else { return }
        let skip = facts.skips[index]
        let schedule = plan.schedules[skip.schedule]
        let request = SkipRequest(name: schedule.name, device: Self.name(device), date: "\(skip.date)")
        guard (try? await change(schedule.kind, request, isSkip: false, by: control)) != nil else {
            return
        }
        facts.skips[index].span.to = now
    }

    /// Returns the dates that are skipped then.
    private func change(
        _ kind: ScheduleKind, _ request: SkipRequest, isSkip: Bool, by control: any ControlService
    ) async throws -> [CivilDate] {
        switch kind {
        case .alarm:
            try await control.perform(isSkip ? Endpoints.skipAlarm : Endpoints.unskipAlarm, request)
                .skipped
        case .routine:
            try await control.perform(isSkip ? Endpoints.skipRoutine : Endpoints.unskipRoutine, request)
                .skipped
        case .bedtime:
            try await control.perform(isSkip ? Endpoints.skipBedtime : Endpoints.unskipBedtime, request)
                .skipped
        }
    }

    // MARK: - Times

    /// How far ahead what somebody changes has to be, and how long before and after nobody sets the clock, in seconds.
    static let (distance, calm) = (900.0, 100_000.0)

    /// Whether the clock and the disk leave no doubt of what comes of a change.
    func canArrange(on device: Int) -> Bool {
        let isCalm = !plan.steps.contains { $0.deed.setsClock && abs($0.at - now) < Self.calm }
        let troubles: [NightFault] = [.pause, .fullDisk, .hangingDisk]
        return isCalm && !troubles.contains { facts.isUnderWay($0) } && !facts.isUnderWay(.devicePause, on: device)
    }

    /// Whether a schedule has a time soon, or had one since so many seconds, whatever its days.
    func isAbout(_ number: Int, beside times: [NightSchedule.Time] = [], before: Double = 0) -> Bool {
        let schedule = plan.schedules[number]
        let (wall, zone) = (clock.now().wall, present)
        let today = zone.civil(at: wall).date
        let times = times + facts.edits.filter { $0.schedule == number }.map(\.time)
        return (-1...1).contains { shift in
            let date = today.adding(days: shift)
            let moments = [schedule.moment(on: date, zone: zone)] + times.map { zone.moment($0, on: date) }
            return moments.contains { moment in
                guard let ahead = moment.map({ ($0 - wall).inSeconds }) else { return false }
                return -before < ahead && ahead <= Double(schedule.lead + schedule.notice) + Self.distance
            }
        }
    }

    /// Whether a schedule still has a date.
    func isAhead(_ number: Int) -> Bool {
        let today = present.civil(at: clock.now().wall).date
        return plan.schedules[number].isAhead(after: today, by: facts.holidays(at: now))
    }

    /// Gives a schedule another time, where nobody can doubt what comes of it: nothing of it runs or is about to begin.
    func arrange(_ action: NightPlan.Action, on devices: [Int], by control: any ControlService) async {
        guard devices.allSatisfy(canArrange) else { return }
        switch action {
        case .edit(let name, let time): await edit(name, to: time, on: devices, by: control)
        case .move(let name, let time): await move(name, to: time, on: devices, by: control)
        case .enable(let name, let isOn): await enable(name, isOn, on: devices[0], by: control)
        case .remove(let name): await remove(name, on: devices[0], by: control)
        case .replan(let change): await replan(change, on: devices, by: control)
        case .beginNight(let name): await beginNight(name, on: devices, by: control)
        case .wake(let name, _, let time): await wake(name, at: time, on: devices, by: control)
        default: break
        }
    }

    /// What a schedule is on a device, and whether a night runs there, if somebody can give it another time.
    private func editable(
        _ name: String, to time: NightSchedule.Time, on device: Int, by control: any ControlService
    ) async -> (number: Int, isNight: Bool)? {
        guard let number = number(of: name, on: device),
            !facts.edits.contains(where: { $0.schedule == number }),
            let all = try? await standings(on: device, by: control),
            let standing = all.first(where: { $0.name == name }), !standing.isRunning
        else { return nil }
        let schedule = plan.schedules[number]
        guard !isAbout(number, beside: [time]), isAhead(number), time != schedule.at || schedule.sun != nil else {
            return nil
        }
        return (number, all.contains { $0.kind == .bedtime && $0.isRunning })
    }

    private func edit(
        _ name: String, to time: NightSchedule.Time, on devices: [Int], by control: any ControlService
    ) async {
        var editable: [(number: Int, isNight: Bool)] = []
        for device in devices {
            guard let one = await self.editable(name, to: time, on: device, by: control) else { return }
            editable.append(one)
        }
        guard let first = editable.first else { return }
        let (text, on) = ("\(time)", place(devices))
        do {
            switch plan.schedules[first.number].plan {
            case .alarm:
                var request = AlarmEditRequest(name: name, device: on)
                request.rule.at = text
                _ = try await control.perform(Endpoints.editAlarm, request)
            case .routine:
                var request = RoutineEditRequest(name: name, device: on)
                request.rule.at = text
                _ = try await control.perform(Endpoints.editRoutine, request)
            case .bedtime:
                _ = try await control.perform(
                    Endpoints.Each.setBedtime, BedtimeRequest(device: on, name: name, at: text))
            }
            for (number, isNight) in editable {
                facts.edits.append(NightFacts.Edit(at: now, schedule: number, time: time))
                if !isNight { takeBackBegun(number) }
            }
        } catch { facts.faults.append("\(name) did not get another time: \(error)") }
    }

    /// Whoever gives a bedtime another time wants it again in place of a night that is over.
    private func takeBackBegun(_ number: Int) {
        let today = present.civil(at: clock.now().wall).date
        for index in facts.skips.indices
        where facts.skips[index].schedule == number && facts.skips[index].isBegun && facts.skips[index].date >= today {
            facts.skips[index].span.to = min(facts.skips[index].span.to, now)
        }
    }

    /// What a schedule is on a device, and its next date, if somebody can give that another time.
    private func movable(_ name: String, to time: NightSchedule.Time, on device: Int) -> (number: Int, date: CivilDate)?
    {
        guard let number = number(of: name, on: device), facts.isOn(number, at: now) else { return nil }
        let schedule = plan.schedules[number]
        let (wall, zone) = (clock.now().wall, present)
        func isAhead(_ moment: Instant?) -> Bool {
            moment.map { ($0 - wall).inSeconds > Double(schedule.lead) + Self.distance } ?? false
        }
        let edited = facts.edits.last { $0.schedule == number && $0.date == nil }?.time
        func usual(_ date: CivilDate) -> Instant? {
            edited.map { zone.moment($0, on: date) } ?? schedule.moment(on: date, zone: zone)
        }
        let today = zone.civil(at: wall).date
        let date = (0...7).lazy.map { today.adding(days: $0) }.first {
            schedule.isOn($0, by: facts.holidays(at: now)) && isAhead(usual($0))
        }
        guard let date, case let moment = zone.moment(time, on: date), isAhead(moment), moment != usual(date),
            !facts.edits.contains(where: { $0.schedule == number && $0.date != nil }),
            !facts.skips.contains(where: { $0.schedule == number })
        else { return nil }
        return (number, date)
    }

    private func move(
        _ name: String, to time: NightSchedule.Time, on devices: [Int], by control: any ControlService
    ) async {
        let movable = devices.compactMap { self.movable(name, to: time, on: $0) }
        guard let (number, date) = movable.first, movable.count == devices.count,
            movable.allSatisfy({ $0.date == date })
        else { return }
        let request = MoveRequest(name: name, device: place(devices), at: "\(time)", date: "\(date)")
        do {
            switch plan.schedules[number].kind {
            case .alarm: _ = try await control.perform(Endpoints.moveAlarm, request)
            case .routine: _ = try await control.perform(Endpoints.moveRoutine, request)
            case .bedtime:
                for answer in await answers(of: devices, to: request, Endpoints.Each.moveBedtime, by: control)
                where answer.reply == nil {
                    facts.faults.append("\(name) of \(answer.device) was not moved: \(answer.error)")
                }
            }
            for (number, date) in movable {
                facts.edits.append(NightFacts.Edit(at: now, schedule: number, date: date, time: time))
            }
        } catch { facts.faults.append("\(name) was not moved: \(error)") }
    }

    /// The date and the moment to which the wake time of the night that runs on a device can be moved.
    private func morning(
        of name: String, at time: NightSchedule.Time, on device: Int, by control: any ControlService
    ) async -> (number: Int, date: CivilDate, moment: Instant)? {
        guard let number = number(of: name, on: device),
            let all = try? await control.perform(Endpoints.bedtimes, DeviceChoice(device: Self.name(device))),
            let night = all.first(where: { $0.name == name }), let phase = night.phase, phase != .wake,
            let before = night.wakesAt
        else { return nil }
        let (wall, zone) = (clock.now().wall, present)
        let moment = zone.moment(time, on: zone.civil(at: before).date)
        // In the wind-down lights-out is ahead as well.
        let distance = Double(plan.schedules[number].lead) + Self.distance
        guard [before, moment].allSatisfy({ ($0 - wall).inSeconds > distance }) else { return nil }
        return (number, zone.civil(at: moment).date, moment)
    }

    /// Has the night of a bedtime that runs wake at another time, where neither that nor the one before is near.
    private func wake(
        _ name: String, at time: NightSchedule.Time, on devices: [Int], by control: any ControlService
    ) async {
        var mornings: [(number: Int, date: CivilDate, moment: Instant)] = []
        for device in devices {
            guard let morning = await morning(of: name, at: time, on: device, by: control) else { return }
            mornings.append(morning)
        }
        guard let moment = mornings.first?.moment, mornings.allSatisfy({ $0.moment == moment }) else { return }
        let request = MoveRequest(name: name, device: place(devices), at: "\(time)")
        for answer in await answers(of: devices, to: request, Endpoints.Each.moveWakeTime, by: control) {
            let device = answer.device
            guard let reply = answer.reply, let number = number(of: name, on: device) else {
                // A night is over before the next one.
                guard !answer.error.hasPrefix("Lights-out of the next night comes before that") else { continue }
                facts.faults.append("\(name) of \(device) did not get another wake time: \(answer.error)")
                continue
            }
            guard let wakes = reply.wakesAt, wakes == moment else {
                facts.faults.append("\(name) of \(device) wakes at \(reply.wakesAt ?? .min), and not at \(moment)")
                continue
            }
            let date = present.civil(at: wakes).date
            facts.wakes.append(NightFacts.Wake(at: now, schedule: number, date: date, time: time))
            facts.deeds.append(
                NightFacts.Deed(
                    at: now, device: device, action: .wake(name, date, time), isTogether: devices.count > 1))
            enliven(device)
        }
    }
}

extension NightSchedule {
    /// How many seconds before it begins somebody is told of it, and some more; zero if nobody is.
    var notice: Int { if case .bedtime(let bedtime) = plan { bedtime.reminder.map { $0 + 60 } ?? 0 } else { 0 } }

    var kind: ScheduleKind {
        switch plan {
        case .alarm: .alarm
        case .routine: .routine
        case .bedtime: .bedtime
        }
    }
}
