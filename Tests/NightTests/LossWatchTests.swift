// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Testing

@testable import Household

/// When a notice says that a device is lost while something runs on it.
@Suite struct LossWatchTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000)
    private static let key = OccurrenceKey(
        schedule: ScheduleID(rawValue: "bedtime"), date: CivilDate(daysSince1970: 20_000))
    private static let night = LossWatch.Run(name: "the bedtime “kids”", key: key)

    private var watch = LossWatch(at: LossWatchTests.sample(0))
    private var device: LossWatch.Device

    init() throws {
        let address = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        device = LossWatch.Device(address: address, lastHeard: Self.start)
    }

    private static func sample(_ seconds: Int) -> ClockSample {
        ClockSample(
            wall: start + .seconds(seconds), boot: .seconds(100_000 + seconds), monotonic: .seconds(100_000 + seconds),
            bootID: "boot")
    }

    /// The seconds after which a notice is due, if the watch is asked whenever it wants to be; an attempt to reach the
    /// device fails 20 seconds later, or never.
    private mutating func noticed(
        to end: Int, run: LossWatch.Run? = night, fails: Bool = true, known: Instant? = nil
    ) -> [Int] {
        var (now, noticed, failure): (Int, [Int], Int?) = (0, [], nil)
        while now <= end {
            let sample = Self.sample(now)
            if let due = failure, due <= now {
                device.lostSince = device.lostSince ?? sample.wall
                (device.failedAt, failure) = (sample.boot, nil)
            }
            if watch.mustTry(run, of: device, at: sample), fails { failure = now + 20 }
            if watch.look(at: run, of: device, at: sample, known: { _ in known }) != nil { noticed.append(now) }
            let request = watch.nextLook(at: run, of: device, at: sample)
            let looks = [
                request.wall.map { Int(($0 - Self.start).components.seconds) },
                request.boot.map { Int($0.components.seconds) - 100_000 }, failure,
            ]
            guard let next = looks.compactMap(\.self).filter({ $0 > now }).min() else { return noticed }
            now = next
        }
        return noticed
    }

    @Test mutating func device_isMissed_whenItIsNotHeardAndDoesNotAnswer() {
        #expect(noticed(to: 4000) == [630])
    }

    @Test mutating func device_isMissed_tenMinutesAfterAnAttemptFailed() {
        device.lostSince = Self.start + .seconds(60)
        device.lastHeard = Self.start + .seconds(300)
        #expect(noticed(to: 4000) == [680])
    }

    @Test mutating func device_isNotMissed_whileNothingRuns() {
        #expect(noticed(to: 4000, run: nil) == [])
    }

    @Test mutating func device_isNotMissed_whileNobodyKnowsThatItIsLost() {
        #expect(noticed(to: 4000, fails: false) == [])
    }

    @Test mutating func device_isNotMissedAgain_byAnotherProcess() {
        device.lostSince = Self.start
        #expect(noticed(to: 4000, known: Self.start + .seconds(10)) == [])
    }

    @Test mutating func device_isMissedAgain_whenItWasHeardMeanwhile() {
        #expect(noticed(to: 700) == [630])
        (device.lastHeard, device.lostSince, device.failedAt) = (Self.start + .seconds(700), nil, nil)
        #expect(noticed(to: 4000) == [1330])
    }
}
