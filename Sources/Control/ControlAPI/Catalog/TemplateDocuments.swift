// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
public import SleepModel

/// A template as programs read it.
public struct TemplateDocument: Hashable, Codable, Sendable {
    /// One value of what it adds, as `lull template show` calls it.
    public struct Part: Hashable, Codable, Sendable {
        /// What it is, such as `at` or `step 1`.
        public var name: String
        /// The value, as people write it.
        public var value: String
    }

    /// Its name.
    public var name: String
    /// The kind of schedule that it adds.
    public var kind: ScheduleKind
    /// What it is for, in a sentence.
    public var about: String
    /// What it adds.
    public var parts: [Part]

    /// Describes a template.
    public init(_ template: Template) {
        (name, kind, about) = (template.name, template.kind, template.about)
        parts = template.values.compactMap { name, value in value.map { Part(name: name, value: $0) } }
    }
}

/// Names a template.
public struct TemplateSelection: Hashable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [
        QueryParameter(
            "name", isRequired: true, about: "The name of a template in any case, or the beginning of one name alone.")
    ]

    /// Its name, or a unique prefix of it.
    public var name: String

    /// Makes a selection.
    public init(name: String) {
        self.name = name
    }

    /// Reads the item `name`, which is empty when it is absent.
    public init(query: [String: String]) { name = query["name"] ?? "" }

    /// The items to send.
    public var query: [String: String] { ["name": name] }
}

/// Adds what a template has.
public struct TemplateRequest: Hashable, Codable, Sendable {
    /// The name of the template, or a unique prefix of it.
    public var name: String
    /// Which device or group.
    public var device: String
    /// The name of what is added; nil for that of the template.
    public var newName: String?
    /// Its time; nil for that of the template.
    public var at: String?
    /// Its days; nil for those of the template.
    public var days: String?

    /// Makes a request.
    public init(name: String, device: String, newName: String? = nil, at: String? = nil, days: String? = nil) {
        self.name = name
        self.device = device
        self.newName = newName
        self.at = at
        self.days = days
    }
}

/// What a template has added: a routine, an alarm or a bedtime, as the operation replies that adds one to each device.
public struct TemplateAdditionDocument: Hashable, Codable, Sendable {
    /// The routine; null when it is something else.
    @NullWhenAbsent public var routine: GroupReply<RoutineDocument>?
    /// The alarm; null when it is something else.
    @NullWhenAbsent public var alarm: GroupReply<AlarmDocument>?
    /// The bedtime; null when it is something else.
    @NullWhenAbsent public var bedtime: GroupReply<BedtimeDocument>?

    /// Makes a document of a routine.
    public init(routine: GroupReply<RoutineDocument>) { self.routine = routine }

    /// Makes a document of an alarm.
    public init(alarm: GroupReply<AlarmDocument>) { self.alarm = alarm }

    /// Makes a document of a bedtime.
    public init(bedtime: GroupReply<BedtimeDocument>) { self.bedtime = bedtime }
}
