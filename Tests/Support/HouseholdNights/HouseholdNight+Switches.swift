// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

/// What people do with schedules as a whole, and with the calendars of holidays that these go by.
extension HouseholdNight {
    // MARK: - Holidays

    /// Imports a calendar of holidays, where none of what it is about is near.
    func observe(_ holidays: NightHolidays) async {
        guard canArrange, let control else { return }
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

    private func isRemoved(_ number: Int) -> Bool {
        facts.switches.contains { $0.schedule == number && $0.isRemoval }
    }
}
