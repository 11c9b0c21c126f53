// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import SleepModel
import Testing
import Waiting

@testable import Coordination

@MainActor
@Suite(.timeLimit(.minutes(1))) struct NightCoordinatorTests {
    private let clock = Night.clock("2027-01-05T11:00:00Z")
    private let coordinator: NightCoordinator

    init() {
        coordinator = NightCoordinator(clock: clock)
        coordinator.open(Night.device, raising: WakeSignal())
    }

    private func want(_ actions: [DeviceAction], _ layer: ControlLayer = .routine, on device: MacAddress = Night.device)
    {
        let sample = clock.now()
        let intents = actions.map {
            ChannelIntent(
                layer: layer, target: .value($0), since: sample.wall, until: nil, by: "test",
                source: .run(.routine, Night.key("test", "2027-01-05"), part: 0))
        }
        coordinator.replace(.routine, on: device, with: intents, switchesOff: false, at: sample)
        coordinator.advance(device, to: sample)
    }

    /// Applies a manual change, and returns once the coordinator knows of it.
    ///
    /// The task is on the main actor from its start, so that it has asked when this one gets its turn again.
    private func asked(_ actions: [DeviceAction]) async -> Task<AppliedChange, Never> {
        let coordinator = coordinator
        let task = Task { await coordinator.apply(actions, on: Night.device) }
        await Task.yield()
        return task
    }

    @Test func apply_fails_whenNothingDelivers() async {
        let change = await coordinator.apply([.power(true)], on: Night.device)
        #expect(!change.outcome.isDelivered)
        #expect(coordinator.owners(of: Night.device) == [:])
    }

    @Test func apply_isHeldBack_whenAnAlarmOwnsIt_andSaysSoOnceTheAlarmsOwnIsDelivered() async throws {
        var desiredStates = coordinator.desiredStates(for: Night.device).makeAsyncIterator()
        want([.power(true), .volume(.full)], .alarm)
        let outcome = await asked([.volume(.zero)])
        let desired = try #require(await desiredStates.next())
        #expect(desired.actions == [.power(true), .volume(.full)])
        coordinator.delivered(desired, on: Night.device, DeliveryReport([], state: nil))
        #expect(await outcome.value == AppliedChange(outcome: .unconfirmed(nil), heldBack: [.volume(.zero)]))
    }

    @Test func apply_isAnsweredByALaterDesiredState_whenItsOwnWasPassedOver() async throws {
        var desiredStates = coordinator.desiredStates(for: Night.device).makeAsyncIterator()
        let outcome = await asked([.power(true)])
        want([.light(Night.amber)])
        let desired = try #require(await desiredStates.next())
        #expect(desired.sequence == 2)
        #expect(desired.actions == [.power(true), .light(Night.amber)])
        coordinator.delivered(desired, on: Night.device, DeliveryReport([], state: nil))
        #expect(await outcome.value == AppliedChange(outcome: .unconfirmed(nil)))
        #expect(coordinator.lastOutcome(on: Night.device) == .unconfirmed(nil))
    }

    @Test func apply_fails_whenTheDeviceIsRemovedMeanwhile() async {
        let desiredStates = coordinator.desiredStates(for: Night.device)
        let outcome = await asked([.power(true)])
        coordinator.remove(Night.device)
        #expect(await !outcome.value.outcome.isDelivered)
        #expect(coordinator.owners(of: Night.device) == [:])
        for await _ in desiredStates { break }
    }

    @Test func desiredStates_holdTheNewestAlone_forASlowConsumer() async {
        var desiredStates = coordinator.desiredStates(for: Night.device).makeAsyncIterator()
        want([.power(true), .light(Night.amber)])
        want([.power(true), .light(Night.red)])
        #expect(await desiredStates.next()?.actions == [.power(true), .light(Night.red)])
    }

    @Test func replace_doesNotBringBackADevice_thatWasRemoved() {
        _ = coordinator.desiredStates(for: Night.device)
        coordinator.remove(Night.device)
        want([.power(true)])
        #expect(coordinator.owners(of: Night.device) == [:])
    }

    @Test func apply_fails_onceNobodyTakesDesiredStatesAnyMore() async {
        _ = coordinator.desiredStates(for: Night.device)
        async let change = coordinator.apply([.power(true)], on: Night.device)
        await eventually { !coordinator.owners(of: Night.device).isEmpty }
        coordinator.endDesiredStates(for: Night.device)
        #expect(await !change.outcome.isDelivered)
        #expect(await !coordinator.apply([.power(true)], on: Night.device).outcome.isDelivered)
    }

    @Test func replace_makesNoDesiredState_beforeTimeMovesOn() async {
        var desiredStates = coordinator.desiredStates(for: Night.device).makeAsyncIterator()
        want([.power(true)])
        #expect(await desiredStates.next()?.actions == [.power(true)])
        coordinator.replace(.routine, on: Night.device, with: [], switchesOff: true, at: clock.now())
        want([.light(Night.red), .power(true)])
        #expect(
            await desiredStates.next()
                == DesiredState(
                    sequence: 2, actions: [.power(true), .light(Night.red)], actionsIfOff: [.sound(.none)]))
    }

    @Test func turnOff_switchesOff_unlessSomethingIsWanted() async {
        var desiredStates = coordinator.desiredStates(for: Night.device).makeAsyncIterator()
        coordinator.turnOffUnlessWanted(Night.device)
        coordinator.advance(Night.device, to: clock.now())
        #expect(await desiredStates.next()?.actions == [.power(false)])
        want([.power(true)])
        #expect(await desiredStates.next()?.actions == [.power(true)])
        coordinator.turnOffUnlessWanted(Night.device)
        coordinator.advance(Night.device, to: clock.now())
        want([.power(true), .light(Night.red)])
        #expect(await desiredStates.next()?.actions == [.power(true), .light(Night.red)])
    }

    @Test func stop_makesNoDesiredState_ofWhatIsUncoveredBeforeIt() async {
        var desiredStates = coordinator.desiredStates(for: Night.device).makeAsyncIterator()
        want([.power(true), .light(Night.red)])
        #expect(await desiredStates.next()?.sequence == 1)
        coordinator.setEnding(true, on: Night.device)
        want([.power(true), .light(Night.amber)])
        want([])
        coordinator.stop(Night.device)
        coordinator.advance(Night.device, to: clock.now())
        let desired = await desiredStates.next()
        #expect(desired?.sequence == 2)
        #expect(desired?.actions == [.power(false)])
    }

    @Test func delivered_triesAgain_whenTheDeviceDoesNotReportASettledDesiredState() async throws {
        var desiredStates = coordinator.desiredStates(for: Night.device).makeAsyncIterator()
        want([.power(true)])
        let first = try #require(await desiredStates.next())
        coordinator.delivered(first, on: Night.device, DeliveryReport([], state: nil))
        clock.advance(by: .seconds(2))
        coordinator.advance(Night.device, to: clock.now())
        var desired = try #require(await desiredStates.next())
        #expect(desired.actions == [.power(true)])
        desired.isTransient = true
        coordinator.delivered(desired, on: Night.device, DeliveryReport([], state: nil))
        #expect(coordinator.nextWake(of: Night.device, at: clock.now()) == WakeRequest())
    }

    @Test func apply_leavesNothingBehind_whenTwoFailTogether() async {
        let desiredStates = coordinator.desiredStates(for: Night.device)
        defer { withExtendedLifetime(desiredStates) {} }
        async let first = coordinator.apply([.power(true), .light(Night.red)], on: Night.device)
        await eventually { coordinator.owners(of: Night.device)[.light]?.target == .value(.light(Night.red)) }
        async let second = coordinator.apply([.power(true), .light(Night.amber)], on: Night.device)
        await eventually { coordinator.owners(of: Night.device)[.light]?.target == .value(.light(Night.amber)) }
        coordinator.endDesiredStates(for: Night.device)
        #expect(await [first, second].map(\.outcome.isDelivered) == [false, false])
        #expect(coordinator.owners(of: Night.device) == [:])
    }

    @Test func devices_areIndependent() {
        let other = Night.address(1)
        coordinator.open(other, raising: WakeSignal())
        let streams = [coordinator.desiredStates(for: Night.device), coordinator.desiredStates(for: other)]
        defer { withExtendedLifetime(streams) {} }
        want([.power(true)])
        want([.power(false)], on: other)
        #expect(coordinator.owners(of: Night.device)[.power]?.target == .value(.power(true)))
        #expect(coordinator.owners(of: other)[.power]?.target == .value(.power(false)))
    }
}
