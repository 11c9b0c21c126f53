// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import SleepModel
import Testing

/// One coordination machine on a clock.
struct CoordinationBench {
    let clock = Night.clock("2027-01-05T11:30:00Z")
    var machine = CoordinationMachine()
    private var id: CoordinationMachine.HoldID?
    var lastHold: CoordinationMachine.HoldID? { id }

    var now: ClockSample { clock.now() }

    mutating func want(
        _ kind: ScheduleKind, _ actions: [DeviceAction], _ layer: ControlLayer = .routine, part: Int = 1,
        switchesOff: Bool = false
    ) -> DesiredState? {
        want(kind, targets: actions.map { .value($0) }, layer, part: part, switchesOff: switchesOff)
    }

    mutating func want(
        _ kind: ScheduleKind, targets: [ChannelTarget], _ layer: ControlLayer = .routine, part: Int = 1,
        switchesOff: Bool = false
    ) -> DesiredState? {
        let intents = targets.map {
            ChannelIntent(
                layer: layer, target: $0, since: now.wall, until: nil, by: kind.rawValue,
                source: .run(kind, Night.key(kind.rawValue, "2027-01-05"), part: part))
        }
        machine.replace(kind, with: intents, switchesOff: switchesOff, at: now)
        return machine.advance(to: now)
    }

    mutating func turnOff(_ kind: ScheduleKind) -> DesiredState? { want(kind, [DeviceAction](), switchesOff: true) }

    mutating func hold(_ actions: [DeviceAction]) -> DesiredState? {
        let held = machine.hold(actions, at: now)
        id = held.id
        return held.desired
    }

    /// Withdraws the last hold.
    mutating func withdraw() -> DesiredState? {
        id.flatMap { machine.withdraw($0, at: now) }
    }

    mutating func advance(by duration: Duration) -> DesiredState? {
        clock.advance(by: duration)
        return machine.advance(to: now)
    }

    mutating func deliver(_ desired: DesiredState?, _ isDelivered: Bool = true) {
        guard let desired else { return }
        machine.delivered(desired.sequence, isDelivered: isDelivered, at: now)
    }

    /// A sunrise that starts now.
    func sunrise(_ duration: Duration = .minutes(30)) -> [ChannelTarget] {
        let dark = Light(Night.amber.appearance, brightness: .zero)
        return [
            .value(.power(true)),
            .light(Ramp(from: dark, to: Night.amber, startsAt: now.boot, duration: duration)),
        ]
    }
}

@Suite struct CoordinationTests {
    private var bench = CoordinationBench()
    private let quiet = Level(rawValue: 40)
    private let loud = Level(rawValue: 200)
    private let light = DeviceAction.light(Night.amber)
    private let rain = DeviceAction.sound(Night.rain)
    private let bird = DeviceAction.sound(Night.bird)

    private var ring: [DeviceAction] { [.power(true), bird, .volume(loud)] }

    // MARK: - Who wins

    @Test mutating func replace_letsTheHigherLayerWin_onEachChannelAlone() {
        _ = bench.want(.routine, [.power(true), light, rain, .volume(quiet)])
        let desired = bench.want(.alarm, ring, .alarm)
        #expect(desired?.actions == [.power(true), light, bird, .volume(loud)])
        #expect(
            bench.machine.owners.mapValues(\.layer) == [
                .power: .alarm, .light: .routine, .sound: .alarm, .volume: .alarm,
            ])
    }

    @Test mutating func replace_letsTheNewerStartWin_onOneLayer() {
        _ = bench.want(.bedtime, [.power(true), .light(.off), rain])
        bench.clock.advance(by: .seconds(1))
        let desired = bench.want(.routine, [.power(true), light])
        #expect(desired?.actions == [.power(true), light, rain])
    }

    @Test mutating func replace_bringsTheLowerLayerBack_whenTheHigherOneEnds() {
        let routine: [DeviceAction] = [.power(true), light, rain, .volume(quiet)]
        _ = bench.want(.routine, routine)
        _ = bench.want(.alarm, ring, .alarm)
        #expect(bench.turnOff(.alarm)?.actions == routine)
    }

    @Test mutating func replace_silencesTheAlarm_whenNothingBelowWantsASound() {
        _ = bench.want(.routine, [.power(true), light])
        _ = bench.want(.alarm, ring, .alarm)
        #expect(bench.turnOff(.alarm)?.actions == [.power(true), light, .sound(.none)])
    }

    @Test mutating func replace_darkensTheLamp_whenNothingBelowWantsALight() {
        _ = bench.want(.routine, [.power(true), rain])
        _ = bench.want(.alarm, ring + [light], .alarm)
        #expect(bench.turnOff(.alarm)?.actions == [.power(true), .light(.off), rain])
    }

    @Test mutating func replace_switchesOffAlone_whenOffWins() {
        #expect(bench.want(.bedtime, [.power(false), light])?.actions == [.power(false)])
    }

    // MARK: - By hand

    @Test mutating func hold_winsOverARoutine_andLosesToARing() {
        _ = bench.want(.routine, [.power(true), light, .volume(quiet)])
        #expect(bench.hold([.volume(loud)])?.actions == [.power(true), light, .volume(loud)])
        _ = bench.want(.alarm, [.power(true), bird, .volume(quiet)], .alarm)
        #expect(bench.machine.owners[.volume]?.layer == .alarm)
    }

    @Test mutating func hold_isHeldBack_whenARingWantsAnythingElse() {
        _ = bench.want(.alarm, ring, .alarm)
        #expect(bench.machine.hold([.volume(quiet)], at: bench.now).heldBack == [.volume(quiet)])
        #expect(bench.machine.hold([.volume(quiet), light], at: bench.now).heldBack == [.volume(quiet)])
        #expect(bench.machine.hold([light], at: bench.now).heldBack == [])
    }

    @Test mutating func hold_isNotHeldBack_whenARingWantsTheSame() {
        _ = bench.want(.alarm, ring, .alarm)
        #expect(bench.machine.hold([.volume(loud)], at: bench.now).heldBack == [])
    }

    @Test mutating func hold_doesNotTakePlaceLater_whenARingHoldsItBack() {
        _ = bench.want(.alarm, ring, .alarm)
        let held = bench.machine.hold([.power(true), .sound(Night.rain), .volume(quiet)], at: bench.now)
        #expect(held.heldBack == [.sound(Night.rain), .volume(quiet)])
        bench.machine.keep(held.id)
        #expect(bench.turnOff(.alarm)?.actions == [.power(false)])
    }

    @Test mutating func hold_makesADesiredStateEachTime_thoughNothingChanged() {
        let first = bench.hold([.power(true)])
        let second = bench.hold([.power(true)])
        #expect(second == DesiredState(sequence: 2, actions: [.power(true)]))
        #expect(first?.sequence == 1)
    }

    @Test mutating func hold_countsUntilTheNextStep_inARoutine() {
        _ = bench.want(.routine, [.power(true), light], part: 1)
        _ = bench.hold([.light(Night.red)])
        #expect(bench.want(.routine, [.power(true), light], part: 1) == nil)
        #expect(bench.machine.owners[.light]?.layer == .manual)
        #expect(bench.want(.routine, [.power(true), light], part: 2)?.actions == [.power(true), light])
    }

    @Test mutating func hold_staysOnOtherChannels_whenAStepStartsOnOne() {
        _ = bench.hold([.volume(loud)])
        let desired = bench.want(.routine, [.power(true), light], part: 2)
        #expect(desired?.actions == [.power(true), light, .volume(loud)])
    }

    @Test mutating func hold_endsAfterFourHours_whenNothingEndsItBefore() {
        _ = bench.want(.routine, [.power(true), light])
        _ = bench.hold([.light(Night.red)])
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest(boot: bench.now.boot + .hours(4)))
        #expect(bench.advance(by: .hours(4) - .seconds(1)) == nil)
        #expect(bench.advance(by: .seconds(1))?.actions == [.power(true), light])
    }

    @Test mutating func hold_isForgottenWithoutADesiredState_whenItsTimeIsUpAndNothingElseIsWanted() {
        _ = bench.hold([.power(true), .light(Night.red)])
        _ = bench.advance(by: .hours(1))
        _ = bench.hold([.volume(loud)])
        #expect(bench.advance(by: .hours(3)) == nil)
        #expect(bench.advance(by: .hours(1)) == nil)
        #expect(bench.machine.owners == [:])
    }

    @Test mutating func withdraw_bringsBackWhatWasWanted_before() {
        _ = bench.want(.routine, [.power(true), light])
        _ = bench.hold([.light(Night.red)])
        #expect(bench.withdraw()?.actions == [.power(true), light])
    }

    @Test mutating func withdraw_keepsTryingWhatTheScheduleWants_whenTheDesiredStateWasTheSame() {
        _ = bench.want(.routine, [.power(true), light])
        let desired = bench.hold([.power(true)])
        bench.deliver(desired, false)
        #expect(bench.withdraw() == nil)
        #expect(bench.advance(by: .seconds(2))?.actions == [.power(true), light])
    }

    // MARK: - The end of a run

    @Test mutating func turnOff_switchesOffOnce_whenARunEnds() {
        _ = bench.want(.routine, [.power(true), light])
        let desired = bench.turnOff(.routine)
        #expect(desired?.actions == [.power(false)])
        bench.deliver(desired)
        #expect(bench.advance(by: .hours(1)) == nil)
        #expect(bench.want(.routine, [DeviceAction]()) == nil)
    }

    @Test mutating func turnOff_leavesTheDeviceAlone_whenNothingWasWanted() {
        #expect(bench.want(.routine, [DeviceAction]()) == nil)
    }

    @Test mutating func turnOff_switchesOff_thoughTheVolumeWasSetByHand() {
        // The volume of a ring, or of a routine, is no reason to play on.
        _ = bench.want(.alarm, ring, .alarm)
        _ = bench.hold([.volume(quiet)])
        #expect(bench.turnOff(.alarm)?.actions == [.power(false)])
    }

    @Test mutating func turnOff_endsWhatWasSetByHand_whenARoutineEnds() {
        _ = bench.want(.routine, [.power(true), light])
        _ = bench.hold([.power(true), .light(Night.red)])
        #expect(bench.turnOff(.routine)?.actions == [.power(false)])
        #expect(bench.machine.owners == [:])
    }

    @Test mutating func turnOff_keepsTheLightOfSomebody_butSilencesTheAlarm() {
        _ = bench.want(.alarm, ring, .alarm)
        _ = bench.hold([.power(true), .light(Night.red)])
        #expect(bench.turnOff(.alarm)?.actions == [.power(true), .light(Night.red), .sound(.none)])
    }

    @Test mutating func turnOff_doesNotSwitchOffAgain_whenSomebodySetsTheVolumeLater() {
        _ = bench.want(.routine, [.power(true), light])
        let desired = bench.turnOff(.routine)
        bench.deliver(desired)
        #expect(bench.hold([.volume(quiet)])?.actions == [.volume(quiet)])
    }

    @Test mutating func turnOff_staysWanted_untilTheDeviceTookIt() {
        _ = bench.want(.routine, [.power(true), light])
        let desired = bench.turnOff(.routine)
        bench.deliver(desired, false)
        let held = bench.hold([.volume(quiet)])
        #expect(held?.actions == [.power(false), .volume(quiet)])
        bench.deliver(held, false)
        #expect(bench.withdraw() == nil)
        #expect(bench.advance(by: .minutes(1))?.actions == [.power(false)])
    }

    /// A silent device follows, too: what begins next starts from here.
    @Test mutating func taken_isWhatTheDeviceTook_ofWhatIsWantedNow() {
        let first = bench.want(.routine, [.power(true), light])
        #expect(bench.machine.taken == [])
        bench.deliver(first)
        #expect(bench.machine.taken == [.power(true), light])
        bench.deliver(bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm), false)
        #expect(bench.machine.taken == [])
    }

    @Test mutating func turnOff_isGivenUp_whenSomebodySwitchesOn() {
        _ = bench.want(.routine, [.power(true), light])
        _ = bench.turnOff(.routine)
        let held = bench.hold([.power(true), .light(Night.red)])
        #expect(held?.actions == [.power(true), .light(Night.red)])
        bench.deliver(held)
        #expect(bench.advance(by: .hours(4)) == nil)
    }

    @Test mutating func turnOff_staysWanted_untilTheDeviceTookAnotherChange() {
        _ = bench.want(.routine, [.power(true), light])
        _ = bench.turnOff(.routine)
        bench.deliver(bench.hold([.power(true), .light(Night.red)]), false)
        #expect(bench.withdraw()?.actions == [.power(false)])
    }

    /// The light of a routine that ended while its device was out of reach, above a night that goes on.
    @Test mutating func remainder_staysNoted_untilTheDeviceTookAnotherChange() {
        _ = bench.want(.routine, [.power(true), light])
        bench.deliver(bench.want(.bedtime, [.power(true), .sound(Night.bird)]))
        let ended = bench.turnOff(.routine)
        #expect(ended?.actions == [.power(true), .light(.off), .sound(Night.bird)])
        bench.deliver(ended, false)
        bench.deliver(bench.hold([.light(Night.red)]), false)
        #expect(bench.withdraw()?.actions == [.power(true), .light(.off), .sound(Night.bird)])
    }
}
