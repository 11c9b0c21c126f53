// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import SetupDocuments
import SleepModel
import Storage
import StorageConformance
import Testing

@Suite(.timeLimit(.minutes(1))) struct SetupChangesTests {
    private static let now = SetupSamples.now

    /// Lists in any order, since what stays keeps its place.
    private struct Unordered: Equatable {
        let devices: Set<PairedDevice>
        let schedules: Set<Schedule>
        let overrides: Set<OccurrenceOverride>
        let settings: NightSettings
        let holidays: Set<HolidayCalendar>
        let groups: GroupBook

        init(_ setup: SetupDocument) {
            devices = Set(setup.devices)
            schedules = Set(setup.schedules)
            overrides = Set(setup.overrides)
            settings = setup.settings
            holidays = Set(setup.holidays.calendars)
            groups = setup.groups
        }
    }

    @Test func changes_turnAnySetupIntoAnyOther_inOneCommit() async throws {
        for seed in 0..<150 {
            var random = RandomSetup(seed: seed)
            let (before, after) = (random.setup(), random.setup())
            let store = try await SetupSamples.store(with: before)
            let answers = try await store.commit(after.changes(replacing: before, at: Self.now))
            #expect(answers.allSatisfy { $0 }, "seed \(seed)")
            let held = try await SetupDocument(of: store)
            let isSame = Unordered(held) == Unordered(after)
            #expect(isSame, "seed \(seed)")
        }
    }

    /// The same things under each other's names, in every arrangement of a few.
    @Test func changes_passNamesOn_inAnyCircle() async throws {
        let names = ["a", "b", "c", "moving 1"]
        for seed in UInt64(0)..<60 {
            var random = SeededGenerator(seed: seed)
            func setup() -> SetupDocument {
                var setup = SetupDocument()
                for (number, name) in names.shuffled(using: &random).enumerated() {
                    guard Bool.random(using: &random) || Bool.random(using: &random) else { continue }
                    setup.devices.append(Samples.device(Samples.address(UInt8(number)), name: name))
                    setup.schedules.append(
                        Samples.schedule("s\(number)", device: Samples.address(UInt8(number)), name: "Wake"))
                }
                guard let home = setup.devices.first?.address else { return setup }
                for (number, name) in names.shuffled(using: &random).enumerated() {
                    setup.schedules.append(Samples.schedule("\(number)", device: home, name: name.uppercased()))
                }
                return setup
            }
            let (before, after) = (setup(), setup())
            let store = try await SetupSamples.store(with: before)
            let answers = try await store.commit(after.changes(replacing: before, at: Self.now))
            #expect(answers.allSatisfy { $0 }, "seed \(seed)")
            let held = try await SetupDocument(of: store)
            let isSame = Unordered(held) == Unordered(after)
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test func changes_areNone_whenNothingIsDifferent() {
        let setup = SetupSamples.everything
        #expect(setup.changes(replacing: setup, at: Self.now) == [])
    }

    @Test func changes_touchOnly_whatIsDifferent() {
        let before = SetupSamples.everything
        var after = before
        after.schedules[1].name = "other"
        after.overrides.removeFirst()
        after.settings.pause = nil
        #expect(
            after.changes(replacing: before, at: Self.now) == [
                .save(after.schedules[1], log: []),
                .removeOverride(ScheduleID(rawValue: "plan-1"), on: Samples.date(), log: []),
                .settings(after.settings, log: []),
            ])
    }

    @Test func changes_leaveRunning_whatStaysOrIsEdited() async throws {
        let before = SetupSamples.everything
        let store = try await SetupSamples.store(with: before)
        let record = Samples.record(Samples.key("plan-1"))
        #expect(try await store.claim(record))
        var after = before
        after.schedules[1].name = "other"
        after.schedules[2].name = "plan 1"
        after.devices[0].name = "cot"
        let answers = try await store.commit(after.changes(replacing: before, at: Self.now))
        #expect(answers.allSatisfy { $0 })
        #expect(try await store.openRecords() == [record])
        #expect(try await SetupDocument(of: store) == after)
    }

    @Test func changes_forgetADevice_withEverythingOfIt() async throws {
        let before = SetupSamples.everything
        let store = try await SetupSamples.store(with: before)
        #expect(try await store.claim(Samples.record(Samples.key("plan-1"))))
        let after = SetupDocument(
            devices: [before.devices[1]], schedules: before.schedules.filter { $0.device == Samples.bedroom },
            overrides: before.overrides.filter { $0.schedule.rawValue == "rule-0" },
            settings: NightSettings(devicePauses: [Samples.bedroom: Pause(since: .max, until: nil, zone: nil)]),
            holidays: before.holidays)
        let changes = after.changes(replacing: before, at: Self.now)
        #expect(
            changes == [
                .forget(Samples.nursery, at: Self.now, log: []), .settings(after.settings, log: []),
            ])
        _ = try await store.commit(changes)
        #expect(try await SetupDocument(of: store) == after)
        #expect(try await store.openRecords() == [])
    }

    @Test func changes_areNoMore_whenAForgottenDevicesPauseWasAllThereIs() {
        let pauses = [Samples.nursery: Pause(since: .min, until: nil, zone: nil)]
        let before = SetupDocument(devices: [Samples.device()], settings: NightSettings(devicePauses: pauses))
        #expect(
            SetupDocument().changes(replacing: before, at: Self.now)
                == [.forget(Samples.nursery, at: Self.now, log: [])])
    }

    @Test func changes_moveASchedule_awayFromAForgottenDevice() async throws {
        let before = SetupDocument(
            devices: [Samples.device(), Samples.device(Samples.bedroom, name: "bedroom")],
            schedules: [Samples.schedule()], overrides: [Samples.skip()])
        var after = before
        after.devices.removeFirst()
        after.schedules[0].device = Samples.bedroom
        let store = try await SetupSamples.store(with: before)
        _ = try await store.commit(after.changes(replacing: before, at: Self.now))
        #expect(try await SetupDocument(of: store) == after)
    }

    @Test func changes_removeWhatBelongsToNothing_ifTheNewSetupHasNone() async throws {
        var before = SetupSamples.everything
        before.schedules.append(Samples.schedule("orphan", device: Samples.address(0), name: "orphan"))
        before.overrides.append(Samples.skip("nobody"))
        before.settings.devicePauses[Samples.address(0)] = Pause(since: .min, until: nil, zone: nil)
        let store = try await SetupSamples.store(with: before)
        let held = try await SetupDocument(of: store)
        _ = try await store.commit(SetupSamples.everything.changes(replacing: held, at: Self.now))
        #expect(try await SetupDocument(of: store) == SetupSamples.everything)
    }
}
