// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
import Storage

extension SetupDocument {
    /// Reads a document of at most 1 MiB, 200 devices, 2000 schedules with 400 overrides each, 100 calendars
    /// and 100 groups.
    ///
    /// A schedule without an identity gets a `freshID`, and one that does not say from when it holds, or how far it is
    /// settled, holds and is settled from `now`. Throws the first error, with its line. Whether zones exist and plans
    /// make sense is checked elsewhere, as are names of holidays, which `noteHolidays` gets with their lines.
    public init(
        yaml: String, at now: Instant, sounds: SoundNames = .none,
        noteHolidays: @escaping (String, Int) -> Void = { _, _ in }, freshID: () -> ScheduleID
    ) throws(SetupError) {
        self.init()
        var reader = SetupReader(now: now, sounds: sounds, noteHolidays: noteHolidays)
        let root = try SetupYAML.root(of: yaml, beginning: "it begins with a line “version: \(Self.version)”")
        if let version = root[.version] { try Self.check(version) }
        let document = try root.mapping([.version, .pause, .holidays, .groups, .devices])
        _ = try document.required(.version, "\(Self.version)")
        settings.pause = try document.optional(.pause, reader.pause)
        for node in try document.optional(.holidays, { node throws(SetupError) in try node.items() }) ?? [] {
            let calendar = try reader.calendar(node)
            guard holidays[calendar.name] == nil else {
                throw node.error("other holidays are called \(calendar.name.quoted) too")
            }
            holidays.set(calendar)
            guard holidays.calendars.count <= SetupReader.mostCalendars else {
                throw SetupError(
                    .tooLarge, line: node.line, path: node.path,
                    "it has more than \(SetupReader.mostCalendars) calendars of holidays")
            }
        }
        // A document that was cut off must not count as one without devices.
        for node in try document.required(.devices, "a list, or [] for no device at all").items() {
            try reader.readDevice(node, into: &self, freshID: freshID)
        }
        for node in try document.optional(.groups, { node throws(SetupError) in try node.items() }) ?? [] {
            try reader.readGroup(node, into: &self, freshID: freshID)
        }
        try reader.checkGroups(of: self)
    }

    /// Reads one routine, with the keys that it has in a setup, for a device; `name` stands in for its own, and
    /// `usual` for one that it lacks.
    ///
    /// It gets a `freshID` and holds from `now`, whatever the text says. Throws the first error, with its line.
    public static func routine(
        yaml: String, named name: String?, otherwise usual: String? = nil, on device: PairedDevice, at now: Instant,
        sounds: SoundNames,
        freshID: () -> ScheduleID
    ) throws(SetupError) -> Schedule {
        let root = try SetupYAML.root(of: yaml, beginning: "a routine has keys such as name and steps")
        return try SetupReader(now: now, sounds: sounds)
            .routine(root, named: name, otherwise: usual, on: device, freshID: freshID)
    }

    private static func check(_ version: SetupNode) throws(SetupError) {
        let number = try version.value("a version such as \(Self.version)", SetupText.number)
        guard number <= Self.version else {
            throw SetupError(
                .fromTheFuture, line: version.line, path: version.path,
                "a newer version of Lull wrote this (format \(number)); update Lull to read it")
        }
        guard number == Self.version else { throw version.error("there is no format \(number)") }
    }
}

/// Reads devices, groups, schedules and overrides, and refuses a second one of what must be unique.
struct SetupReader {
    let now: Instant
    let sounds: SoundNames
    /// Gets each name of holidays that a rule has, with its line.
    let noteHolidays: (String, Int) -> Void
    private var addresses: Set<MacAddress> = []
    private var deviceNames: Set<String> = []
    private var schedules: Set<ScheduleID> = []
    private var names: [MacAddress: [ScheduleKind: Set<String>]] = [:]
    /// The groups that schedules of single devices name, with the devices.
    private(set) var namedGroups: [(name: SetupNode, device: MacAddress)] = []

    /// More than anybody has, and few enough for names to be compared each with each.
    private static let most = (devices: 200, overrides: 400)

    init(now: Instant, sounds: SoundNames, noteHolidays: @escaping (String, Int) -> Void = { _, _ in }) {
        self.now = now
        self.sounds = sounds
        self.noteHolidays = noteHolidays
    }

    mutating func readDevice(
        _ node: SetupNode, into document: inout SetupDocument, freshID: () -> ScheduleID
    ) throws(SetupError) {
        let values = try node.mapping([
            .address, .addressType, .name, .product, .paired, .limit, .mirror, .pause, .schedules,
        ])
        let address = try values.required(.address, Self.address)
        let name = try values.required(.name, "a name")
        let device = PairedDevice(
            address: try address.value(Self.address, MacAddress.init(rawValue:)),
            name: try name.text("a name").composed,
            product: HardwareProduct(rawValue: try values.required(.product, Self.product).text(Self.product)),
            pairedAt: try values.optional(.paired, instant) ?? now, limit: try values.optional(.limit, limit),
            isMirrored: try values.optional(.mirror, mirror) ?? false,
            addressKind: try values.optional(.addressType) { node throws(SetupError) in
                try node.value("public or random", AddressKind.init(rawValue:))
            })
        guard addresses.insert(device.address).inserted else { throw address.error("another device has this address") }
        guard deviceNames.insert(device.name.lowercased()).inserted else {
            throw name.error("another device is called \(device.name.quoted) too")
        }
        guard addresses.count <= Self.most.devices else {
            throw SetupError(
                .tooLarge, line: node.line, path: node.path, "it has more than \(Self.most.devices) devices")
        }
        document.devices.append(device)
        document.settings.devicePauses[device.address] = try values.optional(.pause, pause)
        for node in try values.optional(.schedules, { node throws(SetupError) in try node.items() }) ?? [] {
            let (kind, values) = try body(node)
            let group = try values.optional(.group) { node throws(SetupError) in
                try node.text("the name of a group").composed
            }
            if let name = values[.group] { namedGroups.append((name, device.address)) }
            let (schedule, overrides) = try schedule(values, kind, of: device, in: group, freshID: freshID)
            try add(schedule, overrides, at: node, to: &document)
        }
    }

    /// Adds a schedule, unless something of it must be unique and is not.
    mutating func add(
        _ schedule: Schedule, _ overrides: [OccurrenceOverride], at node: SetupNode, to document: inout SetupDocument
    ) throws(SetupError) {
        let isNew = names[schedule.device, default: [:]][schedule.kind, default: []]
            .insert(schedule.name.lowercased()).inserted
        guard isNew else {
            throw node.error("another \(schedule.kind.rawValue) of this device is called \(schedule.name.quoted) too")
        }
        guard schedules.insert(schedule.id).inserted else {
            throw node.error("another schedule has the id \(schedule.id.rawValue.quoted)")
        }
        guard schedules.count <= Schedule.most else {
            throw SetupError(
                .tooManySchedules, line: node.line, path: node.path, "it has more than \(Schedule.most) schedules")
        }
        document.schedules.append(schedule)
        document.overrides += overrides
    }

    private static let address = "an address such as DC:06:41:DC:1A:B4"
    private static let product = "a product such as \(HardwareProduct.hatchRest)"
    static let instant = "an instant such as 2027-03-14T07:30:00Z"
    static let date = "a date such as 2027-03-14"
    static let time = "a time of day such as 07:00"
    static let duration = "a duration such as 30m, of at most 30 days"

    // MARK: - Schedules

    /// The kind and the values of a schedule.
    func body(
        _ node: SetupNode, without missing: [SetupKey] = [], with more: [SetupKey] = []
    ) throws(SetupError) -> (ScheduleKind, SetupMapping) {
        let kind: ScheduleKind? = try node[.kind].map { node throws(SetupError) in try node.choice() }
        let values = try node.mapping(Self.keys(of: kind).filter { !missing.contains($0) } + more)
        guard let kind else { throw node.error("kind is missing; give routine, alarm or bedtime") }
        return (kind, values)
    }

    /// A schedule of a device; `own` are the values that tell it apart from those of other devices of its group.
    func schedule(
        _ values: SetupMapping, _ kind: ScheduleKind, own: SetupMapping? = nil, of device: PairedDevice,
        in group: String?, freshID: () -> ScheduleID
    ) throws(SetupError) -> (Schedule, [OccurrenceOverride]) {
        let own = own ?? values
        let settled = try own.optional(.settledThrough, instant) ?? now
        let schedule = Schedule(
            id: try own.optional(.id) { node throws(SetupError) in ScheduleID(rawValue: try node.text("an id")) }
                ?? freshID(),
            device: device.address, name: try values.required(.name, "a name").text("a name").composed, group: group,
            recurrence: try recurrence(values),
            zone: try values.optional(.zone) { node throws(SetupError) in try node.text("a zone such as Europe/Berlin")
            },
            isEnabled: try (own[.enabled] ?? values[.enabled]).map(flag) ?? true,
            validFrom: try own.optional(.validFrom, instant) ?? settled, settledThrough: settled,
            plan: try plan(values, kind, device.product))
        var overrides: [OccurrenceOverride] = []
        let dates = own[.overrides] ?? values[.overrides]
        for node in try dates?.items() ?? [] {
            let override = try override(node, of: schedule.id)
            guard !overrides.contains(where: { $0.date == override.date }) else {
                throw node.error("\(override.date) already has an override")
            }
            overrides.append(override)
            guard overrides.count <= Self.most.overrides else {
                throw SetupError(
                    .tooLarge, line: node.line, path: node.path, "it has more than \(Self.most.overrides) overrides")
            }
        }
        return (schedule, overrides)
    }

    /// Reads one routine that stands alone; it gets an identity of its own, and holds from now on.
    fileprivate func routine(
        _ node: SetupNode, named name: String?, otherwise usual: String?, on device: PairedDevice,
        freshID: () -> ScheduleID
    ) throws(SetupError) -> Schedule {
        guard node.pairs?.contains(where: { $0.key.keyText == SetupKey.devices.rawValue }) != true else {
            throw node.error("it is a whole setup, for `lull import`; a routine alone has keys such as name and steps")
        }
        if let device = node.pairs?.first(where: { $0.key.keyText == SetupKey.device.rawValue }) {
            throw device.key.error("a file of a routine has no device; leave it out and give it as --device")
        }
        let values = try node.mapping(Self.keys(of: .routine).filter { ![.group, .overrides].contains($0) })
        if let kind = values[.kind] {
            let found: ScheduleKind = try kind.choice()
            guard found == .routine else {
                throw kind.error("it is of the kind \(found.rawValue), and a routine is expected")
            }
        }
        var chosen = try values.optional(.name) { node throws(SetupError) in try node.text("a name") } ?? usual ?? ""
        if let name { chosen = name }
        if chosen.isEmpty { _ = try values.required(.name, "a name") }
        return Schedule(
            id: freshID(), device: device.address,
            name: chosen,
            recurrence: try recurrence(values),
            zone: try values.optional(.zone) { node throws(SetupError) in try node.text("a zone such as Europe/Berlin")
            },
            isEnabled: try values.optional(.enabled, flag) ?? true, settledThrough: now,
            plan: try plan(values, .routine, device.product))
    }

    private static func keys(of kind: ScheduleKind?) -> [SetupKey] {
        let common: [SetupKey] = [
            .name, .kind, .group, .id, .enabled, .at, .sun, .date, .days, .yearly, .leapDay, .first, .last, .except,
            .notOn,
            .onlyOn, .zone, .gap,
            .overlap, .validFrom, .settledThrough, .overrides,
        ]
        return switch kind {
        case .routine: common + routineKeys
        case .alarm: common + alarmKeys
        case .bedtime: common + bedtimeKeys
        case nil: common + routineKeys + alarmKeys + bedtimeKeys
        }
    }

    private func override(_ node: SetupNode, of schedule: ScheduleID) throws(SetupError) -> OccurrenceOverride {
        let values = try node.mapping([.date, .change, .since])
        let expected = "skip, a time of day such as 07:00, or skip 07:00 to skip a date that was moved there"
        let skips = ["skip": false, "begun": true]
        return OccurrenceOverride(
            schedule: schedule, date: try date(try values.required(.date, Self.date)),
            change: try values.required(.change, expected).value(expected) { text in
                if let isBegun = skips[text] { return .skip(isBegun: isBegun) }
                let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard words.count == 2, let isBegun = skips[words[0]] else {
                    return TimeOfDay(parsing: text).map { .time($0) }
                }
                return TimeOfDay(parsing: words[1]).map { .skip(at: $0, isBegun: isBegun) }
            },
            since: try values.optional(.since, instant) ?? now)
    }

    private func limit(_ node: SetupNode) throws(SetupError) -> DeviceLimit {
        let values = try node.mapping([.volume, .brightness, .between])
        let limit = DeviceLimit(
            volume: try values.optional(.volume, level), brightness: try values.optional(.brightness, level),
            hours: try values.optional(.between) { node throws(SetupError) in
                try node.value("hours such as 20:00-07:00", DailyHours.init(parsing:))
            })
        guard limit.isValid else {
            throw node.error("a limit has a volume of at least 10%, or a brightness above 0%, or both")
        }
        return limit
    }

    private func mirror(_ node: SetupNode) throws(SetupError) -> Bool {
        try node.value("on or off") { text in
            switch text {
            case "on", "true": true
            case "off", "false": false
            default: nil
            }
        }
    }

    func pause(_ node: SetupNode) throws(SetupError) -> Pause {
        let values = try node.mapping([.since, .from, .until, .zone])
        func moment(_ node: SetupNode) throws(SetupError) -> CivilDateTime {
            try node.value("a date and time such as 2027-03-14T07:00", CivilDateTime.init(iso8601:))
        }
        return Pause(
            since: try values.optional(.since, instant) ?? now, from: try values.optional(.from, moment),
            until: try values.optional(.until, moment),
            zone: try values.optional(.zone) { node throws(SetupError) in try node.text("a zone such as Europe/Berlin")
            })
    }

    // MARK: - Values

    func instant(_ node: SetupNode) throws(SetupError) -> Instant {
        try node.value(Self.instant, Instant.init(iso8601:))
    }

    func date(_ node: SetupNode) throws(SetupError) -> CivilDate {
        try node.value(Self.date, CivilDate.init(iso8601:))
    }

    func time(_ node: SetupNode) throws(SetupError) -> TimeOfDay {
        try node.value(Self.time, TimeOfDay.init(parsing:))
    }

    func duration(_ node: SetupNode) throws(SetupError) -> Duration {
        try node.value(Self.duration, SetupText.duration)
    }

    private func flag(_ node: SetupNode) throws(SetupError) -> Bool {
        try node.value("true or false", Bool.init)
    }
}
