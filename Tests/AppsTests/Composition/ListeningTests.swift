// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import GATT
import Scheduling
import SleepModel
import Storage
import Synchronization
import Testing
import Waiting

@testable import Composition
@testable import Household

/// Listening follows which devices are paired.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ListeningTests {
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))
    private let air = CountedAir()

    private func household(_ store: any NightStore = InMemoryNightStore()) async throws -> ComposedHousehold {
        try await ComposedHousehold.open(
            .testing([
                .store(store), .transport(air), .clock(clock),
                .zones(ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc)),
            ]))
    }

    private func device(_ last: String) throws -> PairedDevice {
        PairedDevice(
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:\(last)")), name: "rest \(last)",
            product: .hatchRest, pairedAt: clock.now().wall)
    }

    @Test
    func household_listens_whileSomethingIsPaired() async throws {
        let composed = try await household()
        let devices = composed.household.devices
        let (first, second) = try (device("01"), device("02"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await composed.run() }
            await composed.household.schedulesRun.valueUnlessCancelled()
            #expect(air.listening() == CountedAir.Listening(now: 0, begun: 0))
            _ = try await devices.open(first)
            await air.wait(for: CountedAir.Listening(now: 1, begun: 1))
            // The same devices change nothing.
            _ = try await devices.open(first)
            _ = try await devices.open(second)
            await air.wait(for: CountedAir.Listening(now: 1, begun: 2))
            await devices.close(second.key)
            await air.wait(for: CountedAir.Listening(now: 1, begun: 3))
            await devices.close(first.key)
            await air.wait(for: CountedAir.Listening(now: 0, begun: 3))
            group.cancelAll()
        }
    }

    /// What is advertised proves nothing: anybody can send it.
    @Test
    func typeOfAddress_isStored_whenALinkToADeviceWithoutOneShowsIt() async throws {
        let store = InMemoryNightStore()
        var paired = try device("01")
        try await store.commit(.pair(paired, log: []))
        let composed = try await household(store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await composed.run() }
            await air.wait(for: CountedAir.Listening(now: 1, begun: 1))
            air.carry(Advertisement(address: paired.address, addressKind: .assigned))
            air.answer(as: .random)
            composed.household.devices.controller(of: paired.key)?.connection.askForLook()
            paired.addressKind = .random
            try await eventually { try await store.devices() == [paired] }
            group.cancelAll()
        }
    }

    @Test
    func household_saysWhyItHearsNothing_untilItListens() async throws {
        let composed = try await household()
        _ = try await composed.household.devices.open(try device("01"))
        air.breakDown(GATTError(.unavailable, "Bluetooth is off."))
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await composed.run() }
            await eventually { composed.household.radioProblem != nil }
            #expect(composed.household.radioProblem == "Bluetooth is off.")
            air.breakDown(nil)
            await eventually {
                clock.advance(by: .seconds(60))
                return air.listening().now > 0
            }
            await eventually { composed.household.radioProblem == nil }
            group.cancelAll()
        }
    }

    /// A transport that waits for an adapter is no radio that listens.
    @Test
    func somebodyIsTold_whenTheRadioWaitsForMinutes() async throws {
        let composed = try await household()
        let night = composed.household
        _ = try await night.devices.open(try device("01"))
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await composed.run() }
            await air.wait(for: CountedAir.Listening(now: 1, begun: 1))
            air.report(.waits(GATTError(.unavailable, "Bluetooth is off.", advice: "Switch it on.")))
            await eventually { night.radioProblem == "Bluetooth is off." }
            var problem = HouseholdHealth.RadioProblem(message: "Bluetooth is off.", isLasting: false)
            #expect(await night.health(unsaved: nil).radio == problem)
            #expect(night.notices.all == [])
            let begin = clock.now().boot
            await eventually {
                clock.advance(by: .seconds(1))
                return !night.notices.all.isEmpty
            }
            #expect(clock.now().boot - begin >= RadioWatch.patience)
            #expect(
                night.notices.all.map { "\($0.message) \($0.advice)" }
                    == ["Bluetooth is off. Lull may not reach a device for its alarm. Switch it on."])
            problem.isLasting = true
            #expect(await night.health(unsaved: nil).radio == problem)
            air.report(.listens)
            await eventually { night.radioProblem == nil }
            #expect(await night.health(unsaved: nil).radio == nil)
            group.cancelAll()
        }
    }

    @Test
    func health_isWorse_whenNothingIsHeardForMinutes() async throws {
        let composed = try await household()
        let night = composed.household
        _ = try await night.devices.open(try device("01"))
        air.breakDown(GATTError(.unavailable, "Bluetooth is off."))
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await composed.run() }
            await eventually { night.radioProblem != nil }
            var problem = HouseholdHealth.RadioProblem(message: "Bluetooth is off.", isLasting: false)
            #expect(await night.health(unsaved: nil).radio == problem)
            clock.advance(by: RadioWatch.patience)
            problem.isLasting = true
            #expect(await night.health(unsaved: nil).radio == problem)
            air.breakDown(nil)
            await eventually {
                clock.advance(by: .seconds(60))
                return night.radioProblem == nil
            }
            #expect(await night.health(unsaved: nil).radio == nil)
            group.cancelAll()
        }
    }

    @Test
    func somebodyIsTold_whenNothingIsHeardForMinutes() async throws {
        let composed = try await household()
        _ = try await composed.household.devices.open(try device("01"))
        air.breakDown(GATTError(.unavailable, "Bluetooth is off.", advice: "Switch it on."))
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await composed.run() }
            await eventually { composed.household.radioProblem != nil }
            #expect(composed.household.notices.all == [])
            let begin = clock.now().boot
            await eventually {
                clock.advance(by: .seconds(1))
                return !composed.household.notices.all.isEmpty
            }
            #expect(clock.now().boot - begin >= RadioWatch.patience)
            clock.advance(by: .seconds(3600))
            await clock.waitForSleeper(within: .seconds(60))
            let notices = composed.household.notices.all
            #expect(notices.map(\.kind) == [.radio])
            #expect(
                notices.map { "\($0.message) \($0.advice)" }
                    == ["Bluetooth is off. Lull may not reach a device for its alarm. Switch it on."])
            group.cancelAll()
        }
    }
}

/// An air in which nobody sends, that counts who listens.
private final class CountedAir: CentralTransport {
    struct Listening: Hashable {
        var now: Int
        var begun: Int
    }

    private struct Contents {
        var listening = Listening(now: 0, begun: 0)
        var waiting: [(Listening, CheckedContinuation<Void, Never>)] = []
        var failure: GATTError?
        var kind: AddressKind?
        var streams: [Int: AsyncStream<ListeningEvent>.Continuation] = [:]
    }

    private let contents = Mutex(Contents())

    /// Lets nobody listen from now on, or everybody again.
    func breakDown(_ failure: GATTError?) { contents.withLock { $0.failure = failure } }

    /// Lets a device with this type of address answer calls from now on.
    func answer(as kind: AddressKind) { contents.withLock { $0.kind = kind } }

    /// Lets everybody who listens hear an advertisement.
    func carry(_ advertisement: Advertisement) { report(.heard(advertisement)) }

    /// Lets everybody who listens learn of something.
    func report(_ event: ListeningEvent) {
        for stream in contents.withLock({ $0.streams.values.map(\.self) }) { stream.yield(event) }
    }

    func listening() -> Listening { contents.withLock { $0.listening } }

    /// Waits until exactly so many listen now, and have begun.
    func wait(for wanted: Listening) async {
        await withCheckedContinuation { continuation in
            let isReached = contents.withLock { contents in
                guard contents.listening != wanted else { return true }
                contents.waiting.append((wanted, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        AsyncStream { nil }
    }

    func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        if let failure = contents.withLock(\.failure) { throw failure }
        let (stream, continuation) = AsyncStream<ListeningEvent>.makeStream(bufferingPolicy: .bufferingNewest(64))
        let number = contents.withLock { contents in
            contents.streams[contents.listening.begun] = continuation
            return contents.listening.begun
        }
        continuation.onTermination = { [weak self] _ in
            self?.contents.withLock { $0.streams[number] = nil }
            self?.change { $0.now -= 1 }
        }
        change { listening in
            listening.now += 1
            listening.begun += 1
        }
        return stream
    }

    func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection {
        guard let kind = contents.withLock(\.kind) else { throw GATTError(.notFound, "Nobody is near.") }
        return SilentLink(addressKind: kind)
    }

    func forgetCharacteristics(of address: MacAddress) async -> Bool { false }

    func release(_ address: MacAddress) async {}

    func close() async {}

    private func change(_ body: (inout Listening) -> Void) {
        let reached = contents.withLock { contents in
            body(&contents.listening)
            let reached = contents.waiting.filter { $0.0 == contents.listening }
            contents.waiting.removeAll { $0.0 == contents.listening }
            return reached
        }
        for (_, continuation) in reached { continuation.resume() }
    }
}

/// A link to a device that answers nothing.
private struct SilentLink: PeripheralConnection {
    let addressKind: AddressKind?
    private let end = OneShot<Void>()

    init(addressKind: AddressKind?) { self.addressKind = addressKind }

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] { throw Self.silence }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {
        throw Self.silence
    }

    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        AsyncStream { [end] in
            await end.valueUnlessCancelled()
            return nil
        }
    }

    func disconnect() async { end.set() }

    func waitUntilDisconnected() async { await end.valueUnlessCancelled() }

    private static let silence = GATTError(.disconnected, "The device does not answer.")
}
