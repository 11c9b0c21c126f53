// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import SleepModel
import Testing

/// What desired states look like, when they are made, and what is done when they do not arrive.
@Suite struct DesiredStateTests {
    private var bench = CoordinationBench()
    private let light = DeviceAction.light(Night.amber)
    private let rain = DeviceAction.sound(Night.rain)

    @Test mutating func desiredState_isNotMade_whenNothingChanged() {
        let desired = bench.want(.routine, [.power(true), light])
        #expect(desired == DesiredState(sequence: 1, actions: [.power(true), light], actionsIfOff: [.sound(.none)]))
        #expect(bench.want(.routine, [.power(true), light]) == nil)
        #expect(bench.advance(by: .minutes(1)) == nil)
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest())
    }

    @Test(arguments: [
        ([DeviceAction.power(true)], [DeviceAction]()),
        ([.power(true), .light(Night.amber)], [.sound(.none)]),
        ([.power(true), .sound(Night.rain)], [.light(.off)]),
        ([.power(true), .volume(.full)], [.light(.off), .sound(.none)]),
        ([.power(true), .light(Night.amber), .sound(Night.rain)], []),
        ([.power(false)], []),
        ([.volume(.full)], []),
    ])
    mutating func desiredState_saysWhatHoldsIfTheDeviceWasOff(wanted: [DeviceAction], ifOff: [DeviceAction]) {
        #expect(bench.want(.routine, wanted)?.actionsIfOff == ifOff)
    }

    // MARK: - Fades

    @Test mutating func desiredState_isSettledFirstAndLast_andTransientBetween() {
        let first = bench.want(.alarm, targets: bench.sunrise(.seconds(60)), .sunrise)
        #expect(first?.isTransient == false)
        #expect(
            first?.actions == [.power(true), .light(Light(Night.amber.appearance, brightness: Level(rawValue: 1)))])
        bench.deliver(first)
        var kinds: [Bool] = []
        var last: DesiredState?
        while bench.machine.nextWake(at: bench.now).boot != nil {
            guard let desired = step() else { continue }
            kinds.append(desired.isTransient)
            last = desired
            bench.deliver(desired)
        }
        #expect(Set(kinds.dropLast()) == [true])
        #expect(kinds.last == false)
        #expect(last?.actions == [.power(true), light])
        #expect(bench.now.boot == .seconds(100_060))
    }

    @Test(arguments: [10, 60, 1800] as [Int64])
    mutating func desiredState_comesAtMostTwiceASecond_howeverOftenTheFadeIsLookedAt(seconds: Int64) {
        let start = bench.now.boot
        var made: [Duration] = []
        if let first = bench.want(.alarm, targets: bench.sunrise(.seconds(seconds)), .sunrise) {
            made.append(bench.now.boot)
            bench.deliver(first)
        }
        for _ in 0..<seconds * 20 {
            guard let desired = bench.advance(by: .milliseconds(50)) else { continue }
            made.append(bench.now.boot)
            bench.deliver(desired)
        }
        #expect(made.first == start)
        #expect(made.last == start + .seconds(seconds))
        let gaps = zip(made, made.dropFirst()).map { $1 - $0 }
        // The last desired state is never put off.
        #expect(gaps.dropLast().allSatisfy { $0 >= .milliseconds(500) })
        #expect(made.count <= min(Int(seconds) * 2, 255) + 1)
    }

    @Test mutating func desiredState_isMadeOnlyWhenTheLevelDiffers_duringALongFade() {
        let first = bench.want(.alarm, targets: bench.sunrise(), .sunrise)
        bench.deliver(first)
        var count = 1
        var wakes = 0
        while bench.machine.nextWake(at: bench.now).boot != nil {
            wakes += 1
            guard let desired = step() else { continue }
            count += 1
            bench.deliver(desired)
        }
        #expect(count <= 256)
        #expect(wakes <= 256)
    }

    @Test(arguments: [1, 7, 59, 60, 601, 1800, 3333, 10_800] as [Int64])
    mutating func nextWake_liesAhead_duringTheWholeOfAFade(seconds: Int64) {
        _ = bench.want(.alarm, targets: bench.sunrise(.seconds(seconds)), .sunrise)
        var wakes = 0
        while let boot = bench.machine.nextWake(at: bench.now).boot, wakes < 300 {
            #expect(boot > bench.now.boot)
            wakes += 1
            _ = bench.advance(by: max(boot - bench.now.boot, .zero))
        }
        #expect(wakes <= 256)
    }

    @Test mutating func desiredState_staysSettled_untilOneOfTheFadeArrived() {
        // The device may have been off: only a settled desired state looks, and silences what it last played.
        let first = bench.want(.alarm, targets: bench.sunrise(), .sunrise)
        let second = bench.advance(by: .minutes(2))
        #expect(second?.isTransient == false)
        #expect(second?.actionsIfOff == [.sound(.none)])
        bench.deliver(first, false)
        let third = bench.advance(by: .minutes(2))
        #expect(third?.isTransient == false)
        bench.deliver(third)
        #expect(bench.advance(by: .minutes(2))?.isTransient == true)
    }

    @Test mutating func desiredState_isSettledAgain_whenAnotherOwnerTakesAChannel() {
        let first = bench.want(.alarm, targets: bench.sunrise(), .sunrise)
        bench.deliver(first)
        bench.clock.advance(by: .minutes(2))
        let desired = bench.hold([.volume(.full)])
        #expect(desired?.isTransient == false)
        bench.deliver(desired)
        #expect(bench.advance(by: .minutes(2))?.isTransient == true)
    }

    // MARK: - Failure

    @Test mutating func delivered_waitsLongerEachTime_whenTheDeviceIsNotReached() {
        var desired = bench.want(.alarm, [.power(true), rain], .alarm)
        for wait in [2, 5, 10, 20, 30, 30, 30] as [Int64] {
            bench.deliver(desired, false)
            #expect(bench.machine.nextWake(at: bench.now) == WakeRequest(boot: bench.now.boot + .seconds(wait)))
            #expect(bench.advance(by: .seconds(wait) - .milliseconds(1)) == nil)
            let before = desired?.sequence
            desired = bench.advance(by: .milliseconds(1))
            #expect(desired?.actions == [.power(true), rain])
            #expect(desired?.sequence == before.map { $0 + 1 })
        }
        bench.deliver(desired)
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest())
        #expect(bench.advance(by: .hours(1)) == nil)
    }

    @Test mutating func delivered_startsOver_afterASuccess() {
        var desired = bench.want(.routine, [.power(true), light])
        bench.deliver(desired, false)
        desired = bench.advance(by: .seconds(2))
        bench.deliver(desired)
        desired = bench.want(.routine, [.power(true), rain], part: 2)
        bench.deliver(desired, false)
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest(boot: bench.now.boot + .seconds(2)))
    }

    @Test mutating func delivered_isOfNoInterest_whenANewerDesiredStateIsOnItsWay() {
        let first = bench.want(.routine, [.power(true), light])
        let second = bench.want(.routine, [.power(true), rain], part: 2)
        bench.deliver(first, false)
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest())
        #expect(bench.advance(by: .seconds(2)) == nil)
        bench.deliver(second)
        #expect(bench.advance(by: .seconds(2)) == nil)
    }

    @Test mutating func delivered_triesNoMore_whenNothingIsWantedAnyLonger() {
        let desired = bench.hold([.power(true)])
        bench.deliver(desired, false)
        #expect(bench.withdraw() == nil)
        #expect(bench.advance(by: .minutes(1)) == nil)
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest())
    }

    /// Advances to the next moment the machine asks for.
    private mutating func step() -> DesiredState? {
        let boot = bench.machine.nextWake(at: bench.now).boot ?? bench.now.boot
        return bench.advance(by: boot - bench.now.boot)
    }
}
