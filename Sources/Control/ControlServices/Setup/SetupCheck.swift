// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceModules
import GATT
import Scheduling
import SetupDocuments
import SleepModel
import Storage

/// Whether what a document wants can be, by the same rules as for what people ask for one by one.
///
/// What is there already as it is wanted is not looked at: it was right when it was set up.
struct SetupCheck: Sendable {
    /// What to do about a document that cannot be imported.
    static let advice = "Correct the document, and import it again; nothing was changed."

    let products: ProductCatalogue
    let zones: ZoneBook
    /// Where in the document a name of holidays stands first.
    var holidayLines: [String: Int] = [:]

    /// Throws `bad_data` for the first thing that cannot be.
    func check(_ replacement: SetupReplacement) throws(ControlError) {
        let (before, after) = (replacement.before.settings, replacement.after.settings)
        let pauses =
            [before.pause == after.pause ? nil : after.pause].compactMap(\.self)
            + after.devicePauses.filter { before.devicePauses[$0.key] != $0.value }.map(\.value)
        for pause in pauses { try naming("A pause") { _ = try zones.rules(for: pause.zone) } }
        for calendar in replacement.after.holidays.calendars
        where replacement.before.holidays[calendar.name] != calendar {
            try naming("The holidays “\(calendar.name.printable)”") { try HolidayService.require(name: calendar.name) }
        }
        for group in replacement.after.groups.groups where replacement.before.groups[group.name] != group {
            try naming("The group “\(group.name.printable)”") {
                try RequestReader.require(name: group.name, of: "a group")
            }
        }
        for device in replacement.paired + replacement.altered { try check(device) }
        try check(namesOf: replacement)
        let devices = Dictionary(replacement.after.devices.map { ($0.address, $0) }) { first, _ in first }
        for schedule in replacement.added + replacement.changed {
            guard let device = devices[schedule.device] else { continue }
            try check(schedule, on: device)
        }
        for schedule in replacement.after.schedules {
            guard let device = devices[schedule.device] else { continue }
            try check(holidaysOf: schedule, on: device, replacement)
        }
    }

    /// No new name looks like another one of its kind.
    private func check(namesOf replacement: SetupReplacement) throws(ControlError) {
        let (before, after) = (replacement.before, replacement.after)
        let places = KnownNames(devices: after.devices, groups: after.groups.groups)
        for device in after.devices where !before.devices.contains(where: { $0.name == device.name }) {
            try naming("The device “\(device.name.printable)”") { try places.require(device.name) }
        }
        for group in after.groups.groups where before.groups[group.name] == nil {
            try naming("The group “\(group.name.printable)”") { try places.require(group.name) }
        }
        let calendars = KnownNames(after.holidays.calendars)
        for calendar in after.holidays.calendars where before.holidays[calendar.name] == nil {
            try naming("The holidays “\(calendar.name.printable)”") { try calendars.require(calendar.name) }
        }
        for kind in ScheduleKind.allCases {
            let known = Set(before.schedules.filter { $0.kind == kind }.map(\.name))
            let names = KnownNames(kind, among: after.schedules, on: after.devices)
            for schedule in after.schedules where schedule.kind == kind && !known.contains(schedule.name) {
                try naming("The \(kind) “\(schedule.name.printable)”") { try names.require(schedule.name) }
            }
        }
    }

    private func check(_ device: PairedDevice) throws(ControlError) {
        _ = try codec(of: device)
        try naming("The device “\(device.name.printable)”") {
            try RequestReader.require(name: device.name, of: "a device")
            if let refusal = device.addressKind.flatMap({ PeripheralAddress(device.address, $0).refusal }) {
                throw refusal
            }
        }
    }

    private func check(_ schedule: Schedule, on device: PairedDevice) throws(ControlError) {
        let reader = RequestReader(codec: try codec(of: device), zones: zones)
        try naming("The \(schedule.kind.rawValue) “\(schedule.name.printable)” of “\(device.name.printable)”") {
            try RequestReader.require(name: schedule.name, of: "a schedule")
            try RequestReader.require(name: schedule.id.rawValue, of: "an id")
            _ = try zones.rules(for: schedule.zone)
            try check(schedule.recurrence, of: schedule.kind)
            switch schedule.plan {
            case .alarm(let plan): try reader.check(plan, named: Self.key)
            case .bedtime(let plan):
                try reader.check(plan, at: schedule.recurrence?.time, named: Self.key)
            case .routine(let plan): try reader.check(plan)
            }
        }
    }

    /// Every calendar that a schedule names is there, but for those that were missing before.
    private func check(
        holidaysOf schedule: Schedule, on device: PairedDevice, _ replacement: SetupReplacement
    ) throws(ControlError) {
        let choice = schedule.recurrence?.holidays ?? .none
        let known = replacement.before.schedules.first { $0.id == schedule.id }?.recurrence?.holidays ?? .none
        let missing = replacement.before.holidays.missing(in: known)
        guard let name = replacement.after.holidays.missing(in: choice).first(where: { !missing.contains($0) })
        else { return }
        let place = holidayLines[name].map { " (line \($0))" } ?? ""
        throw Self.error(
            "The \(schedule.kind.rawValue) “\(schedule.name.printable)” of “\(device.name.printable)”\(place)",
            "the document has no holidays called “\(name.printable)”.")
    }

    /// What an option of a command is called in documents.
    private static func key(_ option: String) -> String { option == "color" ? "light" : option }

    private func check(_ rule: Recurrence?, of kind: ScheduleKind) throws(ControlError) {
        if case .weekly(let days)? = rule?.days, days.isEmpty {
            throw RequestReader.invalid("it has no days.", "Give days as [mon, tue] or daily.")
        }
        guard kind == .routine || rule != nil else {
            throw RequestReader.invalid("it has no time.", "Give one with at or sun.")
        }
    }

    private func codec(of device: PairedDevice) throws(ControlError) -> any ProductCodec {
        guard let codec = products.codec(for: device.product) else {
            throw Self.error(
                "The device “\(device.name.printable)”",
                "it is a \(device.product.rawValue.printable), which this build cannot control.")
        }
        return codec
    }

    /// Says of an error whose it is.
    private func naming(_ subject: String, _ body: () throws -> Void) throws(ControlError) {
        do {
            try body()
        } catch {
            let told = ControlError(error)
            // How commands write steps is not how documents do.
            let advice = error is RoutineStepError ? "Correct the step" : String(told.advice.dropLast())
            let code = [.confusableName, .addressChanges].contains(told.code) ? told.code : .badData
            throw ControlError(code, "\(subject): \(told.message)", advice: "\(advice); nothing was changed.")
        }
    }

    private static func error(_ subject: String, _ message: String) -> ControlError {
        ControlError(.badData, "\(subject): \(message)", advice: advice)
    }
}
