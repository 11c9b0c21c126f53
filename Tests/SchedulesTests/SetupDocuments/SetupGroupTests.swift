// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SetupDocuments
import SleepModel
import StorageConformance
import Testing

/// Groups in documents: each schedule of theirs is written once, with what is each device's own.
@Suite struct SetupGroupTests {
    private static let text = """
        # What was set up. What happened is in the log, and not in here.
        version: 1
        groups:
        - name: kids
          devices: [bedroom, nursery]
          schedules:
          - name: school
            kind: alarm
            at: 07:00
            days: [mon, tue, wed, thu, fri]
            zone: Europe/Berlin
            sunrise: 30m
            light: amber 20%
            sound: 19
            volume: 40%
            snooze: 9m
            members:
            - device: nursery
              id: a-1
              valid-from: 2027-03-14T07:30:00.123456788Z
              settled-through: 2027-03-14T07:30:00.123456789Z
              overrides:
              - date: 2027-03-14
                change: skip
                since: 2027-03-14T07:30:00.123456789Z
            - device: bedroom
              id: a-2
              enabled: false
              valid-from: 2027-03-14T07:30:00.123456788Z
              settled-through: 2027-03-14T07:30:00.123456789Z
        devices:
        - address: DC:06:41:DC:1A:B4
          name: nursery
          product: hatch-rest
          paired: 2027-03-14T07:30:00.123456789Z
        - address: DC:06:41:DC:1A:B5
          name: bedroom
          product: hatch-rest
          paired: 2027-03-14T07:30:00.123456789Z

        """

    private static func setup() throws -> SetupDocument {
        var second = Samples.schedule("a-2", device: Samples.bedroom, name: "school", group: "kids")
        second.isEnabled = false
        return SetupDocument(
            devices: [Samples.device(), Samples.device(Samples.bedroom, name: "bedroom")],
            schedules: [Samples.schedule("a-1", name: "school", group: "kids"), second],
            overrides: [Samples.skip("a-1")], groups: GroupBook([try Samples.group()]))
    }

    @Test func yaml_hasAScheduleOfAGroupOnce_withWhatIsEachDevicesOwn() throws {
        let setup = try Self.setup()
        #expect(try setup.yaml(sounds: SetupSamples.sounds) == Self.text)
        #expect(try SetupSamples.read(Self.text) == setup)
    }

    /// As when the row of the group cannot be read.
    @Test func yaml_hasEachDevicesSchedule_whenTheirGroupIsNotThere() throws {
        var setup = try Self.setup()
        setup.groups = GroupBook()
        let text = try setup.yaml(sounds: SetupSamples.sounds)
        #expect(!text.contains("group"))
        for index in setup.schedules.indices { setup.schedules[index].group = nil }
        #expect(try SetupSamples.read(text) == setup)
    }

    @Test func yaml_keepsAScheduleWithItsDevice_thatIsNotLikeThatOfTheGroup() throws {
        var setup = try Self.setup()
        setup.schedules[1].zone = nil
        let text = try setup.yaml(sounds: SetupSamples.sounds)
        #expect(text.contains("\n  - name: school\n    kind: alarm\n    group: kids\n    id: a-2\n"), "\(text)")
        // Those of devices come before those of groups.
        setup.schedules.reverse()
        #expect(try SetupSamples.read(text) == setup)
    }

    /// A document of two devices with some groups; `schedule` are the lines of one of the nursery.
    private static func document(_ groups: [String], schedule: [String] = []) -> String {
        let device = ["- address: DC:06:41:DC:1A:B4", "  name: nursery", "  product: hatch-rest"]
        let own = schedule.isEmpty ? [] : ["  schedules:"] + schedule.map { "  \($0)" }
        let other = ["- address: DC:06:41:DC:1A:B5", "  name: bedroom", "  product: hatch-rest"]
        return (["version: 1", "groups:"] + groups + ["devices:"] + device + own + other).joined(separator: "\n") + "\n"
    }

    private static func group(_ name: String, _ devices: String, schedules: [String] = []) -> [String] {
        ["- name: \(name)", "  devices: [\(devices)]"]
            + (schedules.isEmpty ? [] : ["  schedules:"] + schedules.map { "  \($0)" })
    }

    private static func school(_ more: String...) -> [String] {
        [
            "- name: school", "  kind: alarm", "  at: 07:00", "  days: daily", "  sound: off", "  volume: 40%",
            "  snooze: 9m",
        ] + more.map { "  \($0)" }
    }

    @Test func schedule_isOnEveryDeviceOfItsGroup_whereNoneIsNamed() throws {
        let text = Self.document(
            Self.group("kids", "nursery, Bedroom", schedules: Self.school("enabled: false")))
        let setup = try SetupSamples.read(text)
        #expect(setup.groups.groups == [DeviceGroup(name: "kids", members: [Samples.nursery, Samples.bedroom])])
        #expect(setup.schedules.map(\.device) == [Samples.nursery, Samples.bedroom])
        #expect(setup.schedules.map(\.id.rawValue) == ["fresh-1", "fresh-2"])
        #expect(setup.schedules.map(\.group) == ["kids", "kids"])
        #expect(setup.schedules.map(\.isEnabled) == [false, false])
    }

    static let wrong: [(groups: [String], reason: String)] = [
        (group("kids", ""), "a group has a device at least"),
        (group("kids", "nursery, NURSERY"), "each of its devices once"),
        (group("kids", "attic"), "no device of this document is called “attic”"),
        (group("Nursery", "nursery"), "a device is called “Nursery” too"),
        (group("a", "nursery") + group("A", "nursery"), "another group is called “A” too"),
        (
            group("a", "nursery", schedules: school("members:", "- device: bedroom")),
            "“bedroom” is not in the group “a”"
        ),
        (group("a", "nursery", schedules: school("id: x")), "“id” is not a key here"),
        (group("a", "nursery", schedules: school() + school()), "another alarm of this device is called “school” too"),
    ]

    @Test(arguments: wrong) func group_isRefused(_ wrong: (groups: [String], reason: String)) throws {
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(Self.document(wrong.groups)) }
        #expect(error?.message.contains(wrong.reason) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("kids", "no group of this document is called “kids”"), ("others", "this device is not in “others”"),
    ])
    func schedule_isRefused_whoseGroupItsDeviceIsNotIn(_ group: String, _ reason: String) throws {
        let text = Self.document(Self.group("others", "bedroom"), schedule: Self.school("group: \(group)"))
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(text) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }
}
