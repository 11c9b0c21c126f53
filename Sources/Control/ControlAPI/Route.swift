// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What an event, a line of the log or an answer is about: a device or a schedule, such as
/// `lull://device/DC:06:41:DC:1A:B4` or `lull://alarm/k3x9`.
///
/// A request takes it wherever it takes a name. It stays the same when somebody renames the thing.
public enum Route: Hashable, Sendable {
    /// A device, by its address.
    case device(MacAddress)
    /// A schedule, by its kind and its id.
    case schedule(ScheduleKind, ScheduleID)

    /// How every route begins.
    public static let scheme = "lull://"

    /// A schedule if there is one, and the device otherwise; nil for neither.
    public init?(schedule: ScheduleID?, of kind: ScheduleKind?, device: MacAddress?) {
        if let schedule, let kind {
            self = .schedule(kind, schedule)
        } else if let device {
            self = .device(device)
        } else {
            return nil
        }
    }
}

extension Route: LosslessStringConvertible {
    /// The route as people and programs write it.
    public var description: String {
        switch self {
        case .device(let address): "\(Self.scheme)device/\(address)"
        case .schedule(let kind, let identifier):
            "\(Self.scheme)\(kind.rawValue)/\(PercentEncoding.encode(identifier.rawValue))"
        }
    }

    /// Reads a route; nil for any other text.
    public init?(_ text: String) {
        guard text.lowercased().hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, let name = PercentEncoding.decode(parts[1].utf8) else { return nil }
        let kind = parts[0].lowercased()
        if kind == "device" {
            guard let address = MacAddress(rawValue: name) else { return nil }
            self = .device(address)
        } else {
            guard let kind = ScheduleKind(rawValue: kind) else { return nil }
            self = .schedule(kind, ScheduleID(rawValue: name))
        }
    }
}

extension Route: Codable {
    /// Reads the text of a route.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let route = Route(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text.printable)” is not a route.")
        }
        self = route
    }

    /// Writes the text of the route.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
