// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import SleepModel
import Testing

/// What happens when a device may have forgotten its desired state.
@Suite struct CoordinationLossTests {
    private var bench = CoordinationBench()
    private let light = DeviceAction.light(Night.amber)
    private let bird = DeviceAction.sound(Night.bird)

    private mutating func forget() -> Bool { bench.machine.forget(at: bench.now) }

    @Test mutating func forget_tellsTheDeviceAllOfItAnew_afterAPause() throws {
        let first = bench.want(.alarm, [.power(true), bird], .alarm)
        let ring = try #require(first)
        bench.deliver(ring)
        #expect(bench.advance(by: .minutes(5)) == nil)
        #expect(forget())
        #expect(bench.machine.nextWake(at: bench.now).boot == bench.now.boot + .seconds(2))
        #expect(bench.advance(by: .seconds(1)) == nil)
        var again = ring
        again.sequence += 2
        #expect(bench.advance(by: .seconds(1)) == again)
    }

    @Test mutating func forget_triesUntilItIsDelivered() throws {
        bench.deliver(bench.want(.alarm, [.power(true), bird], .alarm))
        #expect(forget())
        for pause in [2, 2, 5, 10, 20, 30, 30] as [Int64] {
            let desired = bench.advance(by: .seconds(pause))
            #expect(desired?.actions == [.power(true), bird])
            bench.deliver(desired, false)
        }
        bench.deliver(bench.advance(by: .seconds(30)))
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest())
    }

    /// Steps of a fast fade come sooner than the first wait is over.
    @Test(arguments: [30, 10, 3] as [Int64])
    mutating func forget_sendsAStepOfAFadeWhole(minutes: Int64) throws {
        bench.deliver(bench.want(.alarm, targets: bench.sunrise(.minutes(minutes)), .sunrise))
        while bench.now.boot < .seconds(100_100) {
            let wake = try #require(bench.machine.nextWake(at: bench.now).boot)
            bench.deliver(bench.advance(by: wake - bench.now.boot))
        }
        #expect(forget())
        var desired: DesiredState?
        while desired == nil || desired?.isTransient == true {
            if let step = desired { bench.deliver(step) }
            let wake = try #require(bench.machine.nextWake(at: bench.now).boot)
            desired = bench.advance(by: wake - bench.now.boot)
        }
        #expect(desired?.actions.first == .power(true))
        #expect(bench.now.boot <= .seconds(100_115))
    }

    @Test mutating func forget_leavesADeviceAlone_ofWhichNothingScheduledIsWanted() {
        #expect(!forget())
        bench.deliver(bench.hold([.power(true), light]))
        #expect(!forget())
        #expect(bench.advance(by: .minutes(1)) == nil)
    }

    @Test mutating func forget_bringsBackWhatWasSetByHand_withWhatIsScheduled() {
        bench.deliver(bench.want(.routine, [.power(true), light]))
        bench.deliver(bench.hold([.volume(.full)]))
        #expect(forget())
        #expect(bench.advance(by: .seconds(2))?.actions == [.power(true), light, .volume(.full)])
    }

    @Test mutating func delivered_waitsForTheCoolDown_whenThereIsOne() throws {
        let first = bench.want(.routine, [.power(true), light])
        let desired = try #require(first)
        bench.machine.delivered(desired.sequence, isDelivered: false, coolDown: .seconds(7), at: bench.now)
        #expect(bench.machine.nextWake(at: bench.now).boot == bench.now.boot + .seconds(7))
    }

    /// What was on its way when the link was lost counts for nothing, though it was acknowledged.
    @Test mutating func forget_isNotUndone_byWhatWasOnItsWay() {
        let ring = bench.want(.alarm, [.power(true), bird], .alarm)
        #expect(forget())
        bench.deliver(ring)
        #expect(bench.advance(by: .seconds(2))?.actions == [.power(true), bird])
    }

    /// The last step of a fade may be acknowledged between the end of its run and the moment that is decided.
    @Test mutating func delivered_doesNotUndoATurnOff_thatWasAskedForMeanwhile() {
        let last = bench.want(.routine, [.power(true), light])
        bench.machine.replace(.routine, with: [], switchesOff: true, at: bench.now)
        bench.deliver(last)
        #expect(bench.advance(by: .zero)?.actions == [.power(false)])
    }

    // MARK: - The link

    @Test(arguments: [(ControlLayer.alarm, true), (.sunrise, false), (.routine, false)])
    mutating func desiredState_keepsTheLink_whileItRings(layer: ControlLayer, keepsLink: Bool) {
        #expect(bench.want(.alarm, [.power(true), bird], layer)?.keepsLink == keepsLink)
    }

    @Test mutating func desiredState_letsTheLinkGo_whenItNoLongerRings() {
        bench.deliver(bench.want(.routine, [.power(true), bird]))
        let ringing = bench.want(.alarm, [.power(true), bird], .alarm)
        bench.deliver(ringing)
        #expect(ringing?.keepsLink == true)
        let after = bench.want(.alarm, [DeviceAction]())
        #expect(after?.keepsLink == false)
        #expect(after?.actions == [.power(true), bird])
    }

    // MARK: - Changes at the device

    @Test(arguments: [
        ([DeviceChannel.power], [DeviceChannel]()), ([.light], [.power, .volume]), ([.light, .volume], [.power]),
    ])
    mutating func endHolds_endsWhatWasSetByHand(changed: [DeviceChannel], left: [DeviceChannel]) {
        bench.deliver(bench.hold([.power(true), light, .volume(.full)]))
        bench.machine.endHolds(on: Set(changed), at: bench.now)
        #expect(Set(bench.machine.owners.keys) == Set(left))
        #expect(bench.advance(by: .seconds(1)) == nil)
    }

    // MARK: - Favourites

    @Test mutating func hold_namesTheFavourite_inTheFirstDesiredStateOnly() throws {
        let made = bench.machine.hold([.power(true), light], favourite: 3, at: bench.now)
        let desired = try #require(made.desired)
        #expect(desired.favourite == 3)
        bench.deliver(desired, false)
        #expect(bench.advance(by: .seconds(2))?.favourite == nil)
    }

    @Test mutating func hold_namesNoFavourite_whenItIsHeldBack() {
        bench.deliver(bench.want(.alarm, [.power(true), bird], .alarm))
        let made = bench.machine.hold([.power(true), .sound(Night.rain)], favourite: 3, at: bench.now)
        #expect(made.heldBack == [.sound(Night.rain)])
        #expect(made.desired?.favourite == nil)
    }
}
