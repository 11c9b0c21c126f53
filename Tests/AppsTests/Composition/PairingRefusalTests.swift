// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceModules
import GATT
import Logging
import SleepModel
import SystemClock
import Testing

@testable import Composition
@testable import ControlServices

/// Which addresses are not paired.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PairingRefusalTests {
    private nonisolated static let resolvable = "5A:06:41:DC:1A:B4"

    private func pairing(_ advertisement: Advertisement) -> Pairing {
        let (clock, transport) = (HostClock(), OneAdvertisement(advertisement: advertisement))
        return Pairing(
            products: .all, transport: transport,
            connections: DeviceConnectionStateFactory(
                transport: transport, clock: clock, policy: ConnectionPolicy(), logger: Logger(label: "test")),
            nightClock: clock, radioClock: clock)
    }

    @Test
    func address_isRefused_thatItsDeviceChanges() async throws {
        let address = try #require(MacAddress(rawValue: Self.resolvable))
        let pairing = pairing(Advertisement(address: address, addressKind: .random))
        let error = await #expect(throws: GATTError.self) { try await pairing.hear(address) }
        #expect(
            error
                == GATTError(
                    .addressChanges,
                    "5A:06:41:DC:1A:B4 is an address that its device changes every few minutes, so Lull cannot keep it.",
                    advice: "A Rest has an address of its own that stays; see `lull scan` for it."))
        #expect(error.map { ControlError($0).code } == .addressChanges)
    }

    @Test(
        arguments: [(resolvable, .assigned), (resolvable, nil), ("DC:06:41:DC:1A:B4", .random)]
            as [(String, AddressKind?)])
    func address_isHeard_thatMayLast(text: String, kind: AddressKind?) async throws {
        let address = try #require(MacAddress(rawValue: text))
        let advertisement = Advertisement(address: address, addressKind: kind)
        #expect(try await pairing(advertisement).hear(address) == advertisement)
    }
}

/// A transport that hears one advertisement, and reaches nobody.
private struct OneAdvertisement: CentralTransport {
    let advertisement: Advertisement

    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        AsyncStream { $0.yield(advertisement) }
    }

    func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await occasionalAdvertisements()
    }

    func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection {
        throw GATTError(.notFound, "Nobody is near.")
    }

    func forgetCharacteristics(of address: MacAddress) async -> Bool { false }

    func release(_ address: MacAddress) async {}

    func close() async {}
}
