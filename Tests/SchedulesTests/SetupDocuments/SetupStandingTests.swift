// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SetupDocuments
import SleepModel
import Storage
import StorageConformance
import Testing

/// What a document cannot know is taken from where it is to stand.
@Suite struct SetupStandingTests {
    private let now = Samples.morning + .seconds(86_400)
    private let settled = Samples.morning + .seconds(3600)

    private func schedule(_ id: String = "wake", settledThrough: Instant = Samples.morning) -> Schedule {
        var schedule = Samples.schedule(id)
        schedule.validFrom = settledThrough
        schedule.settledThrough = settledThrough
        return schedule
    }

    private func document(_ schedules: Schedule..., pause: Pause? = nil) -> SetupDocument {
        SetupDocument(
            devices: [Samples.device()], schedules: schedules, settings: NightSettings(pause: pause))
    }

    private func stand(
        _ document: SetupDocument, in current: SetupDocument, unnamed: Set<ScheduleID> = [], isOver: Bool = false
    ) -> SetupDocument {
        document.standing(in: current, unnamed: unnamed, at: now, freshID: { ScheduleID(rawValue: "fresh") }) { _ in
            isOver
        }
    }

    @Test func schedule_thatMovesToAnotherDevice_isAnotherOne_withItsOverrides() {
        var wanted = document(schedule(settledThrough: settled))
        wanted.overrides = [Samples.skip("wake")]
        let here = wanted
        wanted.schedules[0].device = Samples.address(0x77)
        let standing = stand(wanted, in: here)
        #expect(standing.schedules.map(\.id.rawValue) == ["fresh"])
        #expect(standing.overrides.map(\.schedule.rawValue) == ["fresh"])
        #expect(standing.schedules.map(\.settledThrough) == [now])
    }

    @Test func oldDocument_standsAsWhatIsHere_whenOnlyStampsDiffer() {
        var here = document(schedule(settledThrough: settled), pause: Pause(since: settled, until: nil, zone: nil))
        here.overrides = [Samples.skip("wake")]
        here.overrides[0].since = settled
        var old = document(schedule(), pause: Pause(since: Samples.morning, until: nil, zone: nil))
        old.overrides = [Samples.skip("wake")]
        old.devices[0].pairedAt = .min
        #expect(stand(old, in: here) == here)
    }

    @Test func typeOfAnAddress_staysThatWhichIsKnown_whenADocumentHasNone() {
        var here = document()
        here.devices[0].addressKind = .random
        #expect(stand(document(), in: here) == here)
        var other = document()
        other.devices[0].addressKind = .assigned
        #expect(stand(other, in: here) == other)
    }

    @Test func scheduleThatIsNew_countsFromNow() {
        let standing = stand(document(schedule()), in: document())
        #expect(standing == document(schedule(settledThrough: now)))
    }

    @Test(
        arguments: [
            { $0.recurrence = Recurrence(days: .weekly(.daily), time: Samples.time(9, 0)) }, { $0.zone = "Asia/Tokyo" },
            { $0.isEnabled = false },
        ] as [@Sendable (inout Schedule) -> Void])
    func scheduleWithAnotherRule_countsFromNow(change: @Sendable (inout Schedule) -> Void) {
        var wanted = schedule()
        change(&wanted)
        let standing = stand(document(wanted), in: document(schedule(settledThrough: settled)))
        wanted.validFrom = now
        wanted.settledThrough = now
        #expect(standing.schedules == [wanted])
    }

    @Test func scheduleWithAnotherName_isSettledAsItIsHere() {
        var wanted = schedule()
        wanted.name = "later"
        let standing = stand(document(wanted), in: document(schedule(settledThrough: settled)))
        wanted.validFrom = settled
        wanted.settledThrough = settled
        #expect(standing.schedules == [wanted])
    }

    @Test(arguments: [true, false])
    func disabledSchedule_staysDisabled_onlyWhenItsOccurrenceIsOver(isOver: Bool) {
        var here = schedule(settledThrough: settled)
        here.isEnabled = false
        let standing = stand(document(schedule()), in: document(here), isOver: isOver)
        #expect(standing.schedules == [isOver ? here : schedule(settledThrough: now)])
    }

    @Test func scheduleWithoutIdentity_isTheOneOfItsName() {
        var wanted = schedule("fresh")
        wanted.name = Samples.schedule("wake").name.uppercased()
        var old = document(wanted)
        old.overrides = [Samples.skip("fresh")]
        let standing = stand(
            old, in: document(schedule(settledThrough: settled)), unnamed: [ScheduleID(rawValue: "fresh")])
        #expect(standing.schedules.map(\.id.rawValue) == ["wake"])
        #expect(standing.schedules.map(\.settledThrough) == [settled])
        #expect(standing.overrides == [Samples.skip("wake")])
    }

    @Test func scheduleWithoutIdentity_staysNew_whenTheOneOfItsNameIsInTheDocumentToo() {
        var renamed = schedule()
        renamed.name = "later"
        let old = document(renamed, schedule("fresh"))
        let standing = stand(old, in: document(schedule()), unnamed: [ScheduleID(rawValue: "fresh")])
        #expect(standing.schedules.map(\.id.rawValue) == ["wake", "fresh"])
    }
}
