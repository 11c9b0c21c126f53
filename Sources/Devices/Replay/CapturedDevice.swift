// SPDX-License-Identifier: Apache-2.0

import Captures
import DeviceModules
import GATT
import SleepModel

/// A device of a capture that one of the codecs can control.
struct CapturedDevice: Sendable {
    let address: MacAddress
    let codec: any ProductCodec

    /// The device at `address`, or the only one there is.
    static func choose(
        _ address: MacAddress?, in timeline: CaptureTimeline, codecs: [any ProductCodec]
    ) throws(CaptureError) -> CapturedDevice {
        let devices = all(in: timeline, codecs: codecs)
        if let address {
            guard let device = devices.first(where: { $0.address == address }) else {
                throw missing("The capture holds no device \(address) that Lull can control", devices)
            }
            return device
        }
        guard let device = devices.first else { throw missing("The capture holds no device that Lull can control", []) }
        guard devices.count == 1 else {
            throw CaptureError(
                .ambiguousDevice, "The capture holds several devices: \(names(devices)).",
                advice: "Choose one with --device.")
        }
        return device
    }

    /// The devices that advertised as a product that can be controlled, or have its characteristics; in their order.
    static func all(in timeline: CaptureTimeline, codecs: [any ProductCodec]) -> [CapturedDevice] {
        var devices: [CapturedDevice] = []
        for entry in timeline.entries {
            guard let address = entry.address, !devices.contains(where: { $0.address == address }),
                let codec = codecs.first(where: { isOf($0, entry) })
            else { continue }
            devices.append(CapturedDevice(address: address, codec: codec))
        }
        return devices
    }

    private static func isOf(_ codec: any ProductCodec, _ entry: CaptureEntry) -> Bool {
        if let advertisement = entry.advertisement {
            return codec.recognize(advertisement).map { $0.reason == nil } ?? false
        }
        return entry.characteristic == codec.commandCharacteristic || entry.characteristic == codec.stateCharacteristic
    }

    private static func missing(_ text: String, _ devices: [CapturedDevice]) -> CaptureError {
        CaptureError(
            .noDevice, text + ".",
            advice: devices.isEmpty
                ? "See what it holds with `lull decode`." : "Choose one of: \(names(devices)).")
    }

    private static func names(_ devices: [CapturedDevice]) -> String {
        devices.prefix(20).map(\.address.rawValue).joined(separator: ", ")
    }
}
