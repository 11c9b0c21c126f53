// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import DeviceModules
public import GATT
public import SleepModel

/// The first-generation Hatch Rest.
///
/// Sources: DavidSchinazi/hatch_rest_homeassistant for commands and replies, wmbest2/hatch_rest_homeassistant for
/// recognition, kjoconnor/pyhatchbabyrest for sounds.
public struct HatchRestCodec: ProductCodec {
    /// The company identifier of Hatch Baby, in manufacturer data.
    public static let companyIdentifier: UInt16 = 0x0434

    /// Makes a codec.
    public init() {}

    /// The product it speaks for.
    public var product: HardwareProduct { .hatchRest }
    /// The company identifiers its maker advertises with.
    public var companies: Set<UInt16> { [Self.companyIdentifier] }
    /// Where commands are written.
    public var commandCharacteristic: BluetoothUUID { HatchRestUUID.command }
    /// Where replies to them are notified.
    public var replyCharacteristic: BluetoothUUID { HatchRestUUID.reply }
    /// Where the state is read and notified.
    public var stateCharacteristic: BluetoothUUID { HatchRestUUID.feedback }
    /// The names of sounds people can ask for.
    public var soundNames: [String] { HatchRestSounds.names.sorted { $0.key < $1.key }.map(\.value) }

    /// Tells the controllable generation from the ones that use Bluetooth for set-up only.
    ///
    /// The mark of the first is in every public capture (Marcus-L/m4rcus.HatchBaby.Rest also takes it in lower case).
    /// `EM` is in the captures of a second-generation Rest+ in bensmith83/adwatch, `docs/protocols/hatch-baby.md`; of
    /// the other generations no advertisement is public. Names do not count: people and strangers choose them.
    public func recognize(_ advertisement: Advertisement) -> ProductRecognition? {
        guard let payload = advertisement.manufacturerData[Self.companyIdentifier] else { return nil }
        if payload.first == UInt8(ascii: "R") || payload.first == UInt8(ascii: "r") {
            return ProductRecognition(product: .hatchRest)
        }
        guard payload.starts(with: Array("EM".utf8)) else { return nil }
        return ProductRecognition(
            product: .hatchRestSecondGeneration,
            reason: "it uses Bluetooth for set-up only and is controlled over Wi-Fi by its maker's cloud")
    }

    /// The state in the manufacturer data; nil when it is of another product or malformed.
    public func state(in advertisement: Advertisement) -> DeviceState? {
        guard let payload = advertisement.manufacturerData[Self.companyIdentifier] else { return nil }
        return try? HatchRestReport.advertisement(payload)
    }

    /// The state in the 20 bytes of the feedback characteristic.
    public func state(fromReport bytes: [UInt8]) throws(CodecError) -> DeviceState {
        try HatchRestReport.feedback(bytes)
    }

    /// The command that makes an action true, in upper-case ASCII.
    public func command(for action: DeviceAction) -> [UInt8] {
        let text =
            switch action {
            case .power(let isOn): isOn ? "SI01" : "SI00"
            case .light(let light):
                switch light.appearance {
                case .color(let color):
                    "SC" + Hexadecimal.text(Self.bytes(color) + [light.brightness.rawValue])
                case .gradient: "SCFEFEFE" + light.brightness.rawValue.hexadecimal
                }
            case .sound(let sound): "SN" + sound.rawValue.hexadecimal
            case .volume(let volume): "SV" + volume.rawValue.hexadecimal
            }
        return Array(text.utf8)
    }

    /// A steady FEFEFE would be taken for the colour cycle; the colour next to it looks the same.
    private static func bytes(_ color: RGBColor) -> [UInt8] {
        let bytes = [color.red, color.green, color.blue]
        return bytes == [0xFE, 0xFE, 0xFE] ? [0xFD, 0xFE, 0xFE] : bytes
    }

    /// What a notified reply means: data, then `OK` or `E0n`.
    public func reply(_ bytes: [UInt8]) -> CommandReply {
        if bytes == Array("OK".utf8) { return .acknowledged }
        let isRefusal = bytes.count == 3 && bytes.starts(with: Array("E0".utf8)) && (0x30...0x39).contains(bytes[2])
        return isRefusal ? .refused(String(decoding: bytes, as: UTF8.self)) : .data(bytes)
    }

    /// The sound with a name or number; nil when there is none.
    public func sound(_ text: String) -> SoundID? {
        if let number = UInt8(text), !text.hasPrefix("+") { return SoundID(rawValue: number) }
        let lowered = text.lowercased()
        return HatchRestSounds.names.first { $0.value == lowered }.map { SoundID(rawValue: $0.key) }
    }

    /// The name of a sound; nil when it has none.
    public func name(of sound: SoundID) -> String? {
        HatchRestSounds.names[sound.rawValue]
    }
}
