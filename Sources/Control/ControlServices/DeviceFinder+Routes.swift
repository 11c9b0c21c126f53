// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Household
import SleepModel
import Storage

/// What routes lead to.
extension DeviceFinder {
    /// The device that a route leads to, or whose schedule it leads to; nil when it leads nowhere.
    ///
    /// Whose schedule it is, the features of the devices are asked one after the other.
    func resolve(_ route: Route) async throws -> PairedDevice? {
        let address: MacAddress? =
            switch route {
            case .device(let address): address
            case .schedule(let kind, let identifier):
                controllers.all.first { controller in
                    controller.schedules(of: kind).contains { $0.id == identifier }
                }?.address
            }
        return try await store.devices().first { $0.address == address }
    }

    /// As `resolve`; throws `unknown_device` or `unknown_schedule` when the route leads nowhere.
    func device(at route: Route) async throws -> PairedDevice {
        guard let device = try await resolve(route) else { throw route.leadsNowhere }
        return device
    }
}

extension DeviceFinder {
    /// Whether a text means one of some schedules alone, by its id or its route, and not all that are called the same.
    static func isIdentity(
        _ text: String, among schedules: [(target: Target, schedule: Schedule)]
    ) throws(ControlError) -> Bool {
        if try Route(naming: text) != nil { return true }
        return !schedules.contains { $0.schedule.name.isSameName(as: text) }
            && schedules.contains { $0.schedule.id.rawValue == text }
    }

    /// The id of the schedule that somebody names by its id, its route or its whole name, of any kind; of one that is
    /// removed by its id or its route, as long as the ledger has an occurrence of it.
    ///
    /// A name comes before an id that reads the same. Throws `unknown_schedule` for what names none, or several.
    func recordedSchedule(_ text: String) async throws -> ScheduleID {
        guard !text.isEmpty else {
            throw RequestReader.invalid("No schedule was named.", "Give its id, its route or its name.")
        }
        let route = try Route(naming: text)
        let schedules = try await store.schedules()
        if let route {
            guard case .schedule(let kind, let id) = route else {
                throw RequestReader.invalid(
                    "\(route.description.printable) does not name a schedule.", "Give its id, its route or its name.")
            }
            if schedules.contains(where: { $0.route == route }) { return id }
            let known = try await store.records(of: id, from: .min, to: .max, limit: 1).first
            guard known?.kind == kind else {
                try await requireReadable(kind, named: text, among: [])
                throw route.leadsNowhere
            }
            return id
        }
        let named = schedules.filter { $0.name.isSameName(as: text) }
        if let schedule = named.first {
            guard named.count == 1 else {
                throw ControlError(
                    .unknownSchedule, "Several schedules are called “\(schedule.name)”: \(Self.kinds(of: named)).",
                    advice: "Give the id or the route of one.")
            }
            return schedule.id
        }
        let id = ScheduleID(rawValue: text)
        if schedules.contains(where: { $0.id == id }) { return id }
        guard try await store.records(of: id, from: .min, to: .max, limit: 1).isEmpty else { return id }
        for kind in ScheduleKind.allCases { try await requireReadable(kind, named: text, among: []) }
        throw ControlError(
            .unknownSchedule, "No schedule has the id or the name “\(text.printable)”.",
            advice: "See `schedule` in what `lull alarm list --json` prints, and in those of routines and bedtimes.")
    }

    /// What some schedules are, for example `an alarm and 2 routines`.
    private static func kinds(of schedules: [Schedule]) -> String {
        let words = ScheduleKind.allCases.sorted { $0.rawValue < $1.rawValue }.compactMap { kind -> String? in
            let count = schedules.count { $0.kind == kind }
            return switch count {
            case 0: nil
            case 1: "\(kind == .alarm ? "an" : "a") \(kind)"
            default: "\(count) \(kind)s"
            }
        }
        return words.listed
    }
}

extension Route {
    /// Reads what somebody wrote in place of a name; nil for what is a name.
    ///
    /// Throws `invalid_argument` for text that begins like a route and is none.
    init?(naming text: String) throws(ControlError) {
        guard text.lowercased().hasPrefix(Self.scheme) else { return nil }
        guard let route = Route(text) else {
            throw ControlError(
                .invalidArgument, "“\(text.printable)” leads nowhere.",
                advice: "Copy a route from --json, such as lull://device/DC:06:41:DC:1A:B4 or lull://alarm/ID.")
        }
        self = route
    }

    /// That nothing is there.
    var leadsNowhere: ControlError {
        switch self {
        case .device(let address):
            ControlError(.unknownDevice, "The device \(address) is not paired.", advice: "See `lull devices`.")
        case .schedule(let kind, _):
            ControlError(
                .unknownSchedule, "There is no \(kind) at \(description.printable).",
                advice: "See `lull \(kind) list`.")
        }
    }

    /// The route, if it names a schedule of a kind; throws `invalid_argument` if it names something else.
    func schedule(of kind: ScheduleKind) throws(ControlError) -> Route {
        guard case .schedule(kind, _) = self else {
            throw ControlError(
                .invalidArgument, "\(description.printable) does not name \(kind == .alarm ? "an" : "a") \(kind).",
                advice: "See `lull \(kind) list --json` for routes that do.")
        }
        return self
    }
}

extension Schedule {
    /// What requests may name it by.
    var route: Route { .schedule(kind, id) }

    /// Whether a text is its name, its id or its route.
    func isNamed(_ text: String) -> Bool {
        name.isSameName(as: text) || id.rawValue == text || Route(text) == route
    }
}

extension LogEntry {
    /// What it is about: the schedule, or else the device.
    var subject: Route? {
        let kind = ScheduleKind.allCases.first { LogKind($0) == self.kind }
        return Route(schedule: schedule, of: kind, device: device)
    }
}
