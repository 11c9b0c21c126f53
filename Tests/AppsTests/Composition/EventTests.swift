// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceDocuments
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition

/// Watchers get what happens as events.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct EventTests {
    /// Reads events until `isLast` is met, that one included.
    private func read(
        _ stream: AsyncThrowingStream<EventMessage, any Error>, until isLast: (EventDocument) -> Bool
    ) async throws -> [EventDocument] {
        var events: [EventDocument] = []
        for try await case .event(let event) in stream {
            events.append(event)
            if isLast(event) { break }
        }
        return events
    }

    @Test
    func events_tellStatesLinksAndOutcomes_ofACommand() async throws {
        let house = try await House()
        let events = try await house.run {
            let stream = try await house.control.events(DeviceChoice(device: "nurs"))
            _ = try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 10))
            // The two come by different ways, so either may be first.
            var awaited: Set<EventKind> = [.occurrence, .state]
            return try await self.read(stream) { event in
                if event.event == .occurrence || event.state?.volume == 26 { awaited.remove(event.event) }
                return awaited.isEmpty
            }
        }
        #expect(events.allSatisfy { $0.device == "nursery" && $0.address == house.address })
        #expect(events.contains { $0.event == .state && $0.state?.volume == 26 })
        var outcome = try #require(events.first { $0.event == .occurrence })
        #expect(outcome.id != nil)
        outcome.id = nil
        #expect(
            outcome
                == EventDocument(
                    at: House.noon, event: .occurrence, device: "nursery", address: house.address,
                    subject: .device(house.address), kind: .control, name: "volume 10%", outcome: .confirmed,
                    actor: .person))
    }

    /// A client that leaves in the middle of the snapshot begins anew, as it has no place to go on from.
    @Test
    func snapshot_hasItsIdentifierInItsLastEvent() async throws {
        let house = try await House()
        let events = try await house.run {
            _ = try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 10))
            let stream = try await house.control.events(DeviceChoice(device: nil), after: "another-1")
            return try await self.read(stream) { $0.id != nil }
        }
        #expect(events.map(\.event) == [.snapshot, .link, .state])
        #expect(events.map { $0.id == nil } == [true, true, false])
    }

    @Test
    func events_tellPairingAndUnpairing_byName() async throws {
        let house = try await House(isPaired: false)
        let events = try await house.run {
            let stream = try await house.control.events(DeviceChoice(device: nil))
            _ = try await house.control.perform(
                Endpoints.pair, PairRequest(address: house.address.rawValue, name: "bed"))
            _ = try await house.control.perform(Endpoints.unpair, DeviceSelection(device: "bed"))
            return try await self.read(stream) { $0.event == .unpaired }
        }
        let pairing = events.filter { [.paired, .unpaired].contains($0.event) }
        #expect(pairing.map(\.event) == [.paired, .unpaired])
        #expect(pairing.map(\.device) == ["bed", "bed"])
    }

    @Test
    func events_sayWhichStatesAreOnlyStepsOfAFade() async throws {
        let house = try await House()
        let events = try await house.run {
            let stream = try await house.control.events(DeviceChoice(device: nil))
            _ = try await house.control.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "amber", brightness: 60))
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "dusk", device: "nursery", at: nil, days: nil, steps: ["light amber 10% fade 2m; for 30m"],
                    zone: nil))
            _ = try await house.control.perform(Endpoints.runRoutine, RoutineRunRequest(name: "dusk", device: nil))
            return try await house.passTime(inStepsOf: .seconds(1)) {
                try await self.read(stream) { $0.state?.light.brightness == 26 }
            }
        }
        let states = events.filter { $0.event == .state }
        #expect(states.last?.fading == false)
        #expect(states.first { $0.state?.light.brightness == 153 }?.fading == false)
        let steps = states.filter { (27..<153).contains($0.state?.light.brightness ?? 0) && $0.state?.power == "on" }
        #expect(steps.count > 20)
        #expect(steps.allSatisfy { $0.fading == true })
        #expect(events.filter { $0.event != .state }.allSatisfy { $0.fading == nil })
    }

    @Test
    func events_beginWithWhereDevicesStand() async throws {
        let house = try await House()
        let events = try await house.run {
            let first = try await house.control.events(DeviceChoice(device: nil))
            _ = try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 10))
            _ = try await self.read(first) { $0.state?.volume == 26 }
            let second = try await house.control.events(DeviceChoice(device: nil))
            return try await self.read(second) { $0.event == .state }
        }
        #expect(events.map(\.event) == [.link, .state])
        #expect(events.last?.state?.volume == 26)
    }

    @Test
    func events_end_withTheNight() async throws {
        let house = try await House()
        let stream = try await house.run { try await house.control.events(DeviceChoice(device: nil)) }
        let events = try await read(stream) { _ in false }
        #expect(events.allSatisfy { $0.event == .link || $0.event == .state })
    }

    @Test
    func events_areRefused_forADeviceNobodyPaired() async throws {
        let house = try await House()
        await #expect(throws: ControlError.self) { _ = try await house.control.events(DeviceChoice(device: "bath")) }
    }
}
