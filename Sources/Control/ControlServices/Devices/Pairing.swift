// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceModules
import GATT
import SleepModel

/// Makes sure that a device is what it says before it is paired.
@MainActor
struct Pairing {
    let products: ProductCatalogue
    let transport: any CentralTransport
    /// Makes connections that nobody else uses.
    let connections: DeviceConnectionStateFactory
    /// The time that schedules run by.
    let nightClock: any NightClock
    /// Real time.
    let radioClock: any NightClock

    /// How long a device to be paired may take to be heard.
    private static let listening = Duration.seconds(10)

    /// Waits for an advertisement of `address`; throws `address_changes` if the device does not keep that address.
    func hear(_ address: MacAddress) async throws -> Advertisement {
        let transport = transport
        do {
            return try await withDeadline(Self.listening, on: radioClock) {
                let advertisements = try await transport.advertisements(.attentive)
                for await advertisement in advertisements where advertisement.address == address {
                    if let refusal = advertisement.refusal { throw refusal }
                    return advertisement
                }
                throw GATTError(.unavailable, "Listening for devices ended.")
            }
        } catch is DeadlineExceeded {
            throw GATTError(
                .notFound, "\(address) was not heard for \(Self.listening.components.seconds) seconds.",
                advice: "Plug the device in, move it closer, and close the Hatch app.")
        }
    }

    /// The codec for what an advertisement says its sender is.
    func identify(_ advertisement: Advertisement) throws -> any ProductCodec {
        guard let recognition = products.recognize(advertisement) else {
            throw ControlError(
                .unsupportedProduct, "\(advertisement.address) does not advertise as a device that Lull knows.",
                advice: "Lull knows the Hatch Rest; check the address.")
        }
        if let reason = recognition.reason {
            throw ControlError(
                .unsupportedProduct, "\(advertisement.address) is a \(recognition.product): \(reason).",
                advice: "Lull controls the first-generation Hatch Rest.")
        }
        guard let codec = products.codec(for: recognition.product) else {
            throw UnsupportedProduct(product: recognition.product)
        }
        return codec
    }

    /// Connects and reads the state, as anybody can advertise anything; returns what it saw.
    func checkIdentity(
        of advertisement: Advertisement, codec: any ProductCodec
    ) async throws -> ObservedState {
        let address = advertisement.address
        let emitter = connections.makeEmitter(clock: nightClock)
        let connection = connections.makeConnection(
            address: address, addressKind: advertisement.addressKind, codec: codec, emitter: emitter)
        let sender = connections.makeActionSender(
            connection: connection, address: address, codec: codec, emitter: emitter)
        do {
            _ = try await sender.readState()
            await connection.close()
            guard let seen = emitter.latest else {
                throw GATTError(.connectionFailed, "\(address) does not report its state.", advice: "Try again.")
            }
            return seen
        } catch {
            await connection.close()
            throw error
        }
    }

    /// A name that nothing else has, from what a device calls itself.
    func freeName(_ advertised: String?, among names: [String]) -> String {
        let words = (advertised ?? "").unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? Character(scalar) : " "
        }
        let plain = String(words).split(separator: " ").joined(separator: "-").lowercased().prefix(32)
        let base = plain.isEmpty ? "rest" : String(plain).composed
        let taken = Set(names.flatMap(NameSkeleton.all))
        if taken.isDisjoint(with: NameSkeleton.all(of: base)) { return base }
        return (2...).lazy.map { "\(base)-\($0)" }.first { taken.isDisjoint(with: NameSkeleton.all(of: $0)) } ?? base
    }
}
