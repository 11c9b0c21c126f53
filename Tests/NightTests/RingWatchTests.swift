// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel
import Testing

@testable import Household

/// When somebody is told that an alarm does not ring.
@Suite struct RingWatchTests {
    private static let due = Instant(secondsSince1970: 1_800_000_000)
    private static let nursery = MacAddress(rawValue: "DC:06:41:00:00:01")
    private static let key = OccurrenceKey(
        schedule: ScheduleID(rawValue: "up"), date: CivilDate(daysSince1970: 20_000))

    /// The notices so far, as the desk would have them.
    private var notices: [Notice] = []
    private var watch = RingWatch(at: sample(-3600))
    private var device: RingWatch.Device
    private var rings: [RingWatch.Ring]
    /// Whether the device answers to an attempt to reach it; nil for an attempt that takes too long.
    private var answers: Bool? = false

    init() throws {
        let address = try #require(Self.nursery)
        device = RingWatch.Device(address: address, tookAt: nil, isBehind: true, lostSince: nil)
        rings = [Self.ring()]
    }

    private static func sample(_ seconds: Int) -> ClockSample {
        ClockSample(
            wall: due + .seconds(seconds), boot: .seconds(100_000 + seconds), monotonic: .seconds(100_000 + seconds),
            bootID: "boot")
    }

    private static func ring(round: Int = 1, at seconds: Int = 0) -> RingWatch.Ring {
        RingWatch.Ring(
            key: key, round: round, name: "up", due: due, since: sample(seconds).anchor)
    }

    private static let next = RingWatch.Next(key: key, name: "up", due: due)

    /// Looks, and says how many notices that makes.
    private mutating func look(at seconds: Int, next: RingWatch.Next? = nil) -> Int {
        let known = notices
        if watch.mustTry(next: next, of: device, at: Self.sample(seconds)), let answers {
            (device.lostSince, device.failedAt) =
                answers ? (nil, nil) : (device.lostSince, Self.sample(seconds).boot)
        }
        let drafts = watch.look(at: rings, next: next, of: device, at: Self.sample(seconds)) { kind, occurrence in
            known.last { $0.kind == kind && $0.occurrence == occurrence }
        }
        for draft in drafts {
            notices.append(
                Notice(
                    number: 1, at: draft.at, kind: draft.cause.kind, grade: draft.cause.grade,
                    occurrence: draft.occurrence,
                    message: "", advice: ""))
        }
        // That it rings late is said once, and in place of these.
        return drafts.count { if case .ringsLate = $0.cause { false } else { true } }
    }

    /// The seconds after which somebody is told, if the watch is asked whenever it wants to be.
    private mutating func told(from start: Int, to end: Int) -> [Int] {
        var (now, told): (Int, [Int]) = (start, [])
        while now <= end {
            if look(at: now) > 0 { told.append(now) }
            let wake = watch.nextLook(next: nil, of: device, at: Self.sample(now)).boot
            guard let wake, wake > Self.sample(now).boot else { return told }
            now = Int(wake.components.seconds) - 100_000
        }
        return told
    }

    @Test mutating func ring_isTold_aMinuteAfterItsTime_andEachMinute() {
        #expect(told(from: 0, to: 300) == [60, 120, 180, 240, 300])
    }

    @Test mutating func ring_isSaidToHaveArrivedLate_afterSomebodyWasToldThatItHadNot() {
        #expect(told(from: 0, to: 120) == [60, 120])
        device.tookAt = Self.sample(130).boot
        let known = notices
        let drafts = watch.look(at: rings, next: nil, of: device, at: Self.sample(131)) { _, _ in known.last }
        #expect(drafts.map(\.cause) == [.ringsLate(name: "up", due: Self.due, at: Self.due + .seconds(131))])
        #expect(drafts.map(\.count) == [0])
        notices.removeAll()
        #expect(told(from: 132, to: 600) == [])
    }

    @Test mutating func ring_isNotTold_whenItHasArrived() {
        _ = look(at: 0)
        device.tookAt = Self.sample(5).boot
        #expect(told(from: 6, to: 600) == [])
    }

    @Test mutating func ring_asksForNoNotice_onceItIsHeard() {
        _ = look(at: 0)
        device.tookAt = Self.sample(5).boot
        #expect(told(from: 6, to: 100) == [])
        _ = watch.look(at: rings, next: nil, of: device, at: Self.sample(101)) { _, _ in
            Issue.record("it asks")
            return nil
        }
    }

    @Test mutating func ring_isNotTold_whenTheDeviceHasAllThatIsWanted() {
        device.tookAt = Self.sample(-30).boot
        device.isBehind = false
        #expect(told(from: 0, to: 600) == [])
    }

    @Test mutating func ring_isToldNoMore_onceItArrives() {
        #expect(told(from: 0, to: 130) == [60, 120])
        device.tookAt = Self.sample(150).boot
        #expect(told(from: 151, to: 600) == [])
    }

    @Test mutating func ring_isTold_whenTheDeviceIsLostInIt() {
        _ = look(at: 0)
        device.tookAt = Self.sample(5).boot
        #expect(told(from: 6, to: 100) == [])
        device.lostSince = Self.due + .seconds(110)
        #expect(told(from: 110, to: 300) == [170, 230, 290])
        // It is back, and lost for a moment again.
        (device.tookAt, device.lostSince) = (Self.sample(310).boot, nil)
        #expect(told(from: 310, to: 500) == [])
        device.lostSince = Self.due + .seconds(510)
        _ = look(at: 510)
        (device.tookAt, device.lostSince) = (Self.sample(540).boot, nil)
        #expect(told(from: 540, to: 700) == [])
    }

    @Test mutating func secondRing_isTold_thoughTheFirstArrived() {
        _ = look(at: 0)
        device.tookAt = Self.sample(5).boot
        #expect(told(from: 6, to: 100) == [])
        rings = [Self.ring(at: 2400)]
        #expect(told(from: 2400, to: 2500) == [2460])
    }

    @Test mutating func ring_isToldNoMore_onceSomebodyKnows() throws {
        #expect(told(from: 0, to: 60) == [60])
        notices[0].acknowledgedAt = Self.due + .seconds(70)
        #expect(told(from: 70, to: 600) == [])
    }

    @Test mutating func ring_isToldNoMore_onceItHasEnded() {
        #expect(told(from: 0, to: 60) == [60])
        rings = []
        #expect(told(from: 70, to: 600) == [])
    }

    @Test mutating func ring_isToldAgain_afterItsSnooze() {
        #expect(told(from: 0, to: 60) == [60])
        notices[0].acknowledgedAt = Self.due + .seconds(70)
        rings = [Self.ring(round: 2, at: 600)]
        #expect(told(from: 600, to: 720) == [660, 720])
    }

    @Test mutating func newProcess_goesOn_aMinuteAfterTheLastNotice() {
        #expect(told(from: 0, to: 180) == [60, 120, 180])
        watch = RingWatch(at: Self.sample(190))
        #expect(told(from: 190, to: 310) == [240, 300])
    }

    @Test mutating func newProcess_hasAMoment_toReachItsDevice() {
        watch = RingWatch(at: Self.sample(200))
        #expect(told(from: 200, to: 300) == [230, 290])
    }

    @Test mutating func suspendedHost_isToldOnce_forTheMinutesThatItSlept() {
        #expect(told(from: 0, to: 60) == [60])
        #expect(told(from: 1000, to: 1100) == [1000, 1060])
    }

    // MARK: - Before an alarm

    @Test(arguments: [(-901, 0), (-900, 1), (-20, 1), (0, 0)])
    mutating func lostDevice_isTold_aQuarterOfAnHourBeforeAnAlarm(_ seconds: Int, _ count: Int) {
        rings = []
        device.lostSince = Self.due - .seconds(7200)
        #expect(look(at: seconds, next: Self.next) == count)
        #expect(look(at: seconds, next: Self.next) == 0)
        #expect(notices.map(\.kind) == Array(repeating: .unreachable, count: count))
    }

    @Test mutating func lostDevice_isNotTold_forABlink() {
        rings = []
        device.lostSince = Self.due - .seconds(100)
        #expect(look(at: -81, next: Self.next) == 0)
        #expect(
            watch.nextLook(next: Self.next, of: device, at: Self.sample(-81)).wall == Self.due - .seconds(80))
        #expect(look(at: -80, next: Self.next) == 1)
    }

    @Test mutating func lostDevice_isNotTold_whenItAnswersBeforeThat() {
        (rings, answers) = ([], true)
        device.lostSince = Self.due - .seconds(7200)
        #expect(look(at: -900, next: Self.next) == 0)
        // It is lost again later.
        (answers, device.lostSince) = (false, Self.due - .seconds(400))
        #expect(look(at: -381, next: Self.next) == 0)
        #expect(look(at: -380, next: Self.next) == 1)
    }

    @Test mutating func lostDevice_isTold_whenAnAttemptToReachItTakesTooLong() {
        (rings, answers) = ([], nil)
        device.lostSince = Self.due - .seconds(7200)
        #expect(look(at: -900, next: Self.next) == 0)
        #expect(
            watch.nextLook(next: Self.next, of: device, at: Self.sample(-900)).boot == Self.sample(-840).boot)
        #expect(look(at: -841, next: Self.next) == 0)
        #expect(look(at: -840, next: Self.next) == 1)
        #expect(watch.nextLook(next: Self.next, of: device, at: Self.sample(-840)) == WakeRequest())
    }

    @Test mutating func deviceInReach_isNotTold() {
        rings = []
        #expect(look(at: -60, next: Self.next) == 0)
        #expect(watch.nextLook(next: Self.next, of: device, at: Self.sample(-60)) == WakeRequest())
    }
}
