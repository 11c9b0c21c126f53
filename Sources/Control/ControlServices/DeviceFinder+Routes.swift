// SPDX-License-Identifier: Apache-2.0

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

    /// Whether a text is its name or its route.
    func isNamed(_ text: String) -> Bool { name.isSameName(as: text) || Route(text) == route }
}

extension LogEntry {
    /// What it is about: the schedule, or else the device.
    var subject: Route? {
        let kind = ScheduleKind.allCases.first { LogKind($0) == self.kind }
        return Route(schedule: schedule, of: kind, device: device)
    }
}
