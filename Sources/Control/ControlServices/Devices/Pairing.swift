// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceModules
import GATT
import SleepModel

extension NightControl {
    /// How long a device to be paired may take to be heard.
    private static let listening = Duration.seconds(10)

    /// Waits for an advertisement of `address`.
    func hear(_ address: MacAddress) async throws -> Advertisement {
        let transport = night.configuration.transport
        do {
            return try await withDeadline(Self.listening, on: night.configuration.radioClock) {
                let advertisements = try await transport.advertisements(.attentive)
                for await advertisement in advertisements where advertisement.address == address {
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
        let products = night.configuration.products
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

    /// Connects and reads the state, as anybody can advertise anything.
    func checkIdentity(of address: MacAddress, codec: any ProductCodec) async throws {
        let configuration = night.configuration
        let factory = DeviceConnectionStateFactory(
            transport: configuration.transport, clock: configuration.radioClock, policy: configuration.policy,
            logger: configuration.logger)
        let emitter = factory.makeEmitter(clock: configuration.nightClock)
        let connection = factory.makeConnection(address: address, codec: codec, emitter: emitter)
        let sender = factory.makeActionSender(
            connection: connection, address: address, codec: codec, emitter: emitter)
        do {
            _ = try await sender.readState()
            await connection.close()
        } catch {
            await connection.close()
            throw error
        }
    }

    /// A name no other device has, from what a device calls itself.
    func freeName(_ advertised: String?, among devices: [PairedDevice]) -> String {
        let words = (advertised ?? "").unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? Character(scalar) : " "
        }
        let plain = String(words).split(separator: " ").joined(separator: "-").lowercased().prefix(32)
        let base = plain.isEmpty ? "rest" : String(plain)
        let taken = Set(devices.map { $0.name.lowercased() })
        if !taken.contains(base) { return base }
        return (2...).lazy.map { "\(base)-\($0)" }.first { !taken.contains($0) } ?? base
    }
}
