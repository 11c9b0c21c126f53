// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SleepModel
import Storage
import StoreDoubles

/// What people do with schedules as a whole, and with the calendars of holidays that these go by.
extension HouseholdNight {
    // MARK: - Notices

    /// Says that all notices have been read, where the disk takes that.
    func acknowledge() async {
        guard let control, !facts.isUnderWay(.hangingDisk), !facts.isUnderWay(.fullDisk) else { return }
        do {
            _ = try await control.perform(Endpoints.acknowledgeNotices, NoticesSelection(id: nil))
            facts.acknowledgements.append(now)
        } catch { facts.faults.append("the notices were not acknowledged: \(error)") }
    }

    // MARK: - Holidays

    /// Imports a calendar of holidays, where none of what it is about is near.
    func observe(_ holidays: NightHolidays) async {
        guard (0..<plan.devices).allSatisfy(canArrange), let control else { return }
        let isNear = plan.schedules.indices.contains { number in
            plan.schedules[number].names(holidays) && isAbout(number, before: Self.distance)
        }
        guard !isNear else { return }
        await add(holidays, by: control)
    }

    func add(_ holidays: NightHolidays, by control: any ControlService) async {
        let request = HolidaysImportRequest(name: holidays.name, calendar: holidays.text)
        do {
            let reply = try await control.perform(Endpoints.importHolidays, request)
            facts.imports.append(NightFacts.Import(at: now, holidays: holidays))
            if reply.leftOutCount > 0 { facts.faults.append("\(holidays.name) was not understood") }
        } catch { facts.faults.append("\(holidays.name) was not imported: \(error)") }
    }

    // MARK: - Switches

    /// Disables or enables a schedule, none of whose times is near; an alarm that is disabled is silent.
    func enable(_ name: String, _ isOn: Bool, on device: Int, by control: any ControlService) async {
        guard let number = number(of: name, on: device), !isAbout(number), facts.isOn(number, at: now) != isOn,
            !isRemoved(number), isAhead(number)
        else { return }
        let request = ScheduleSwitchRequest(name: name, device: Self.name(device), enabled: isOn)
        do {
            switch plan.schedules[number].kind {
            case .alarm: _ = try await control.perform(Endpoints.switchAlarm, request)
            case .routine: _ = try await control.perform(Endpoints.switchRoutine, request)
            case .bedtime: _ = try await control.perform(Endpoints.switchBedtime, request)
            }
            facts.switches.append(NightFacts.Switch(at: now, schedule: number, isOn: isOn))
            facts.deeds.append(NightFacts.Deed(at: now, device: device, action: .enable(name, isOn)))
        } catch { facts.faults.append("\(name) was not switched: \(error)") }
    }

    /// Removes a schedule, none of whose times is near; what runs of it ends.
    func remove(_ name: String, on device: Int, by control: any ControlService) async {
        guard let number = number(of: name, on: device), !isAbout(number), !isRemoved(number) else { return }
        let request = ScheduleSelection(name: name, device: Self.name(device))
        do {
            switch plan.schedules[number].kind {
            case .alarm: _ = try await control.perform(Endpoints.removeAlarm, request)
            case .routine: _ = try await control.perform(Endpoints.removeRoutine, request)
            case .bedtime: _ = try await control.perform(Endpoints.removeBedtime, request)
            }
            facts.switches.append(NightFacts.Switch(at: now, schedule: number, isOn: false, isRemoval: true))
            facts.deeds.append(NightFacts.Deed(at: now, device: device, action: .remove(name)))
        } catch { facts.faults.append("\(name) was not removed: \(error)") }
    }

    // MARK: - Plans

    /// Gives a schedule another plan.
    func replan(_ change: NightPlan.Change, on devices: [Int], by control: any ControlService) async {
        let numbers = devices.compactMap { number(of: change.name, on: $0) }.filter { !isRemoved($0) && isAhead($0) }
        guard numbers.count == devices.count else { return }
        do {
            try await change.perform(by: control, on: place(devices))
            for (device, number) in zip(devices, numbers) {
                facts.replans.append(NightFacts.Replan(at: now, schedule: number, plan: change.plan))
                facts.deeds.append(
                    NightFacts.Deed(
                        at: now, device: device, action: .replan(change), isTogether: devices.count > 1))
                enliven(device)
            }
        } catch { facts.faults.append("\(change.name) did not get another plan: \(error)") }
    }

    // MARK: - Tonight

    /// The bedtimes on whose next dates a night that somebody begins now takes their place; nil if that leaves doubt.
    private func takenPlaces(
        of name: String, on device: Int, by control: any ControlService
    ) async -> [(schedule: Int, date: CivilDate)]? {
        guard let number = number(of: name, on: device), !isRemoved(number), facts.isOn(number, at: now),
            bedtimes(on: device).allSatisfy({ !isAbout($0) }), let all = try? await standings(on: device, by: control),
            let standing = all.first(where: { $0.name == name }), !standing.isRunning,
            case .bedtime(let plan) = facts.plan(of: number, at: now, in: self.plan.schedules)
        else { return nil }
        let (wall, zone) = (clock.now().wall, present)
        // One that somebody ended may have had its lights-out before.
        let wake = plan.night(after: wall + .seconds(plan.windDown), zone: zone).wake
        let isSure =
            plan.wakeText != nil
            && (-24...0).allSatisfy { hours in
                let lightsOut = wall + .seconds(hours * 3600)
                return plan.end(after: lightsOut, zone: zone) <= wall
                    || plan.night(after: lightsOut, zone: zone).wake == wake
            }
        guard isSure else { return nil }
        return bedtimes(on: device).compactMap { other in
            leftOut(of: other, until: wake, zone: zone).map { (schedule: other, date: $0) }
        }
    }

    /// Begins a night now, if that leaves no doubt of which regular one it takes the place.
    func beginNight(_ name: String, on devices: [Int], by control: any ControlService) async {
        var places: [Int: [(schedule: Int, date: CivilDate)]] = [:]
        for device in devices {
            guard let own = await takenPlaces(of: name, on: device, by: control) else { return }
            places[device] = own
        }
        let wall = clock.now().wall
        let request = ScheduleSelection(name: name, device: place(devices))
        for answer in await answers(of: devices, to: request, Endpoints.Each.startBedtime, by: control) {
            let (device, left) = (answer.device, places[answer.device] ?? [])
            guard answer.reply != nil else {
                facts.faults.append("\(name) of \(device) did not begin: \(answer.error)")
                continue
            }
            let taken = (try? await store.overrides())?.filter { override in
                override.change.isSkip && override.since >= wall
                    && bedtimes(on: device).contains { facts.identities[$0] == override.schedule }
            }
            facts.deeds.append(
                NightFacts.Deed(at: now, device: device, action: .beginNight(name), isTogether: devices.count > 1))
            enliven(device)
            for (schedule, date) in left {
                facts.skips.append(
                    NightFacts.Skip(
                        schedule: schedule, date: date, span: NightFacts.Span(from: now, to: .infinity), isBegun: true))
            }
            let dates = Set(taken?.map(\.date) ?? [])
            if taken?.count != left.count || dates != Set(left.map(\.date)) {
                facts.faults.append("\(name) of \(device) took the place of \(dates), and not of \(left)")
            }
        }
    }

    /// The numbers of the bedtimes of a device.
    private func bedtimes(on device: Int) -> [Int] {
        plan.schedules.indices.filter { plan.schedules[$0].device == device && plan.schedules[$0].kind == .bedtime }
    }

    /// The next date of a bedtime, if that begins before a night is over that begins now.
    private func leftOut(of number: Int, until wake: Instant, zone: ZoneRules) -> CivilDate? {
        guard !isRemoved(number), facts.isOn(number, at: now) else { return nil }
        let (wall, lead) = (clock.now().wall, plan.schedules[number].lead)
        let dates = (-1...8).map { zone.civil(at: wall).date.adding(days: $0) }
        let next = dates.lazy.compactMap { date -> (date: CivilDate, start: Instant)? in
            guard let moment = self.moment(of: number, on: date, zone: zone), wall < moment - .seconds(lead),
                !self.facts.skips.contains(where: {
                    $0.schedule == number && $0.date == date && $0.span.contains(self.now)
                })
            else { return nil }
            return (date, moment - .seconds(lead))
        }.first
        return next.flatMap { $0.start < wake ? $0.date : nil }
    }

    /// When a schedule has a date, by what people have said until now; nil for never.
    private func moment(of number: Int, on date: CivilDate, zone: ZoneRules) -> Instant? {
        let schedule = plan.schedules[number]
        guard schedule.isOn(date, by: facts.holidays(at: now)) else { return nil }
        let edits = facts.edits.filter { $0.schedule == number && ($0.date == nil || $0.date == date) }
        let time = (edits.last { $0.date == date } ?? edits.last)?.time
        return time.map { zone.moment($0, on: date) } ?? schedule.moment(on: date, zone: zone)
    }

    private func isRemoved(_ number: Int) -> Bool {
        facts.switches.contains { $0.schedule == number && $0.isRemoval }
    }
}
