// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import Household

/// How the programs of a device become those of the mirror.
@Suite struct MirrorChangesTests {
    /// A Tuesday.
    private let evening = "2027-01-05T20:00:00Z"

    private func moment(
        _ role: MirrorRole = .alarm, at text: String = "2027-01-06T07:00:00Z"
    ) -> MirroredMoment {
        let at = Night.instant(text)
        return MirroredMoment(
            role: role, at: at, shown: ZoneRules.utc.civil(at: at), durationSeconds: 600, light: .off,
            sound: Night.bird, volume: Level(rawValue: 128), schedule: ScheduleID(rawValue: "up"), name: "up")
    }

    private func foreign(_ number: Int, named name: String = "Nap Time") -> DeviceProgram {
        DeviceProgram(
            number: number, name: name, start: Night.time("13:00"), durationSeconds: 7230, days: .daily, light: .off,
            sound: Night.rain, volume: .full)
    }

    private func changes(
        _ moments: [MirroredMoment], in programs: [DeviceProgram], at now: String? = nil, isOn: Bool = true
    ) -> MirrorChanges {
        MirrorChanges(
            toHold: moments, in: programs, slotCount: 10, at: Night.instant(now ?? evening), zone: .utc, isOn: isOn,
            stored: { $0 })
    }

    @Test func moments_areWrittenIntoTheFirstFreeSlots() {
        let wake = moment(.wakeLight, at: "2027-01-06T06:45:00Z")
        let result = changes([wake, moment()], in: [foreign(1), foreign(3)])
        #expect(result.steps == [.write(wake.program(in: 2)), .write(moment().program(in: 4))])
        #expect(result.held.isEmpty && result.homeless.isEmpty && result.stale.isEmpty)
    }

    @Test func nothing_isWritten_thatIsThereAlready() {
        let result = changes([moment()], in: [foreign(1), moment().program(in: 7)])
        #expect(result.steps.isEmpty)
        #expect(result.held == [.alarm: 7])
    }

    @Test func program_isWrittenAnew_inItsOwnSlot() {
        let old = moment(at: "2027-01-05T07:00:00Z").program(in: 7)
        let result = changes([moment()], in: [old, foreign(8)])
        #expect(result.steps == [.write(moment().program(in: 7))])
        #expect(result.stale == [old])
    }

    /// Somebody may disable it, or change its time, with the phone's app.
    @Test func program_isWrittenAnew_whenSomebodyChangedIt() {
        var changed = moment().program(in: 7)
        changed.isEnabled = false
        #expect(changes([moment()], in: [changed]).steps == [.write(moment().program(in: 7))])
    }

    @Test func programWithAnotherName_isSomebodyElses() {
        var renamed = moment().program(in: 1)
        renamed.name = "Mine"
        let result = changes([moment()], in: [renamed])
        #expect(result.steps == [.write(moment().program(in: 2))])
        #expect(changes([], in: [renamed]).steps.isEmpty)
    }

    @Test func everythingOfTheMirror_isDeleted_whenNothingIsWanted() {
        let result = changes(
            [],
            in: [foreign(1), moment().program(in: 2), moment(.wakeLight).program(in: 5), foreign(6, named: "Lull me")])
        #expect(result.steps == [.delete(2), .delete(5)])
    }

    @Test func secondProgramOfOneKind_isDeleted() {
        let result = changes([moment()], in: [moment().program(in: 2), moment().program(in: 9)])
        #expect(result.steps == [.delete(9)])
        #expect(result.held == [.alarm: 2])
    }

    @Test func moment_isHomeless_whenNoSlotIsFree() {
        let result = changes([moment()], in: (1...10).map { foreign($0) })
        #expect(result.steps.isEmpty)
        #expect(result.homeless == [.alarm])
    }

    @Test func slot_isFreedFirst_whenAnotherKindOfProgramHasTheLastOne() {
        let programs = (1...9).map { foreign($0) } + [moment(.nightEnd, at: "2027-01-06T09:00:00Z").program(in: 10)]
        let result = changes([moment(.wakeLight)], in: programs)
        #expect(result.steps == [.delete(10)])
        #expect(result.later == Night.instant(evening) + .seconds(1))
        #expect(
            changes([moment(.wakeLight)], in: Array(programs.prefix(9))).steps == [
                .write(moment(.wakeLight).program(in: 10))
            ])
    }

    @Test(arguments: [
        ("06:57:59", true), ("06:58:00", false), ("06:59:59", false),
    ])
    func program_isNotWritten_shortlyBeforeItsTime(time: String, isWritten: Bool) {
        let result = changes([moment()], in: [], at: "2027-01-06T\(time)Z")
        #expect(result.steps == (isWritten ? [.write(moment().program(in: 1))] : []))
    }

    @Test(arguments: [("06:57:59", true), ("07:00:00", false), ("07:10:59", false), ("07:11:00", true)])
    func program_isNotReplaced_whileItRuns(time: String, isReplaced: Bool) {
        let (old, next) = (moment().program(in: 1), moment(at: "2027-01-07T07:00:00Z"))
        let result = changes([next], in: [old], at: "2027-01-06T\(time)Z")
        #expect(result.steps == (isReplaced ? [.write(next.program(in: 1))] : []))
        #expect(result.later == (isReplaced ? nil : Night.instant("2027-01-06T07:11:00Z")))
    }

    /// The ring was dismissed, and another alarm is due before its program is over.
    @Test func moment_takesAnotherSlot_whenItActsBeforeTheOneThatRunsIsOver() {
        let (old, next) = (moment().program(in: 1), moment(at: "2027-01-06T07:08:00Z"))
        let result = changes([next], in: [old], at: "2027-01-06T07:02:00Z")
        #expect(result.steps == [.write(next.program(in: 2))])
        #expect(result.stale == [old])
        #expect(result.later == Night.instant("2027-01-06T07:11:00Z"))
        let after = changes([next], in: [old, next.program(in: 2)], at: "2027-01-06T07:11:00Z")
        #expect(after.steps == [.delete(1)])
        #expect(after.held == [.alarm: 2])
    }

    /// Only programs that run are Lull's, and the others are somebody else's.
    @Test func moment_waits_whenOnlyARunningProgramCouldGiveUpItsSlot() {
        let programs = (2...10).map { foreign($0) } + [moment().program(in: 1)]
        let result = changes([moment(at: "2027-01-06T07:08:00Z")], in: programs, at: "2027-01-06T07:02:00Z")
        #expect(result.steps == [])
        #expect(result.homeless == [])
        #expect(result.later == Night.instant("2027-01-06T07:11:00Z"))
    }

    /// It was to act in a moment, and has been called off.
    @Test func program_isDeletedFirst_shortlyBeforeItsTime() {
        let (old, next) = (moment().program(in: 1), moment(at: "2027-01-07T07:00:00Z"))
        #expect(changes([next], in: [old], at: "2027-01-06T06:58:00Z").steps == [.delete(1)])
        #expect(changes([next], in: [], at: "2027-01-06T06:58:01Z").steps == [.write(next.program(in: 1))])
    }

    @Test(arguments: [
        ("06:59:44", true), ("06:59:45", false), ("07:10:59", false), ("07:11:00", true),
    ])
    func program_isDeleted_untilJustBeforeItsTime(time: String, isDeleted: Bool) {
        let result = changes([], in: [moment().program(in: 3)], at: "2027-01-06T\(time)Z")
        #expect(result.steps == (isDeleted ? [.delete(3)] : []))
    }

    @Test(arguments: [
        ("06:59:44", true), ("06:59:45", false), ("07:00:04", false), ("07:00:05", true), ("07:05:00", true),
    ])
    func program_isDeletedWhileItRuns_whenTheMirrorIsOff(time: String, isDeleted: Bool) {
        let result = changes([], in: [moment().program(in: 3)], at: "2027-01-06T\(time)Z", isOn: false)
        #expect(result.steps == (isDeleted ? [.delete(3)] : []))
    }

    /// Moved to so soon that nothing is written any more: the host alone rings, and the old time must not.
    @Test func program_isDeleted_whenItsSuccessorIsTooNear() {
        let result = changes(
            [moment(at: "2027-01-06T06:31:00Z")], in: [moment().program(in: 1)], at: "2027-01-06T06:30:00Z")
        #expect(result.steps == [.delete(1)])
    }
}
