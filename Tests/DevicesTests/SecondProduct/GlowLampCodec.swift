// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT
import SleepModel

/// A product that does not exist and has next to nothing in common with a Rest: binary frames, levels in percent, three
/// chimes, and nothing that it keeps by itself.
struct GlowLampCodec: ProductCodec {
    /// The company identifier that the Bluetooth SIG keeps free for tests.
    static let companyIdentifier: UInt16 = 0xFFFF
    static let service = BluetoothUUID(0x6C61_0000, 0x7E57, 0x4A11, 0x8F00, 0x6D61_6B65_6265)
    static let command = BluetoothUUID(0x6C61_0001, 0x7E57, 0x4A11, 0x8F00, 0x6D61_6B65_6265)
    static let reply = BluetoothUUID(0x6C61_0002, 0x7E57, 0x4A11, 0x8F00, 0x6D61_6B65_6265)
    static let state = BluetoothUUID(0x6C61_0003, 0x7E57, 0x4A11, 0x8F00, 0x6D61_6B65_6265)
    static let model: [UInt8] = [0x4C, 0x01]
    private static let chimes = ["drops", "strings", "wind"]
    private static let white = RGBColor(red: 255, green: 255, blue: 255)

    var product: HardwareProduct { HardwareProduct(rawValue: "glow-lamp") }
    var companies: Set<UInt16> { [Self.companyIdentifier] }
    var commandCharacteristic: BluetoothUUID { Self.command }
    var replyCharacteristic: BluetoothUUID { Self.reply }
    var stateCharacteristic: BluetoothUUID { Self.state }
    var soundNames: [String] { Self.chimes }
    var capabilities: ProductCapabilities { ProductCapabilities() }
    var memory: (any DeviceMemoryCodec)? { nil }

    func recognize(_ advertisement: Advertisement) -> ProductRecognition? {
        guard let payload = advertisement.manufacturerData[Self.companyIdentifier], payload.starts(with: Self.model)
        else { return nil }
        return ProductRecognition(product: product)
    }

    func state(in advertisement: Advertisement) -> DeviceState? {
        guard recognize(advertisement) != nil else { return nil }
        let payload = advertisement.manufacturerData[Self.companyIdentifier] ?? []
        return try? state(fromReport: Array(payload.dropFirst(Self.model.count)))
    }

    func state(fromReport bytes: [UInt8]) throws(CodecError) -> DeviceState {
        try GlowLampReport(bytes).state
    }

    func command(for action: DeviceAction) -> [UInt8] {
        switch action {
        case .power(let isOn): GlowLampFrame(.power, [isOn ? 1 : 0]).bytes
        case .light(let light):
            switch light.appearance {
            case .color(let color):
                GlowLampFrame(.light, [color.red, color.green, color.blue, UInt8(light.brightness.percent)]).bytes
            case .gradient: command(for: shown(action))
            }
        case .sound(let sound): GlowLampFrame(.sound, [sound.rawValue]).bytes
        case .volume(let volume): GlowLampFrame(.volume, [UInt8(volume.percent)]).bytes
        }
    }

    /// Whole percents, and white for a cycle of colours, which it does not have.
    func shown(_ action: DeviceAction) -> DeviceAction {
        switch action {
        case .power, .sound: action
        case .light(let light):
            switch light.appearance {
            case .color: .light(Light(light.appearance, brightness: light.brightness.inWholePercents))
            case .gradient: .light(Light(.color(Self.white), brightness: light.brightness.inWholePercents))
            }
        case .volume(let volume): .volume(volume.inWholePercents)
        }
    }

    /// One byte says that it was done; another, before the reason, that it was not.
    func reply(_ bytes: [UInt8]) -> CommandReply {
        switch (bytes.count, bytes.first) {
        case (1, GlowLampFrame.done): .acknowledged
        case (2, GlowLampFrame.refused): .refused("reason \(bytes[1])")
        default: .data(bytes)
        }
    }

    func sound(_ text: String) -> SoundID? {
        Self.chimes.firstIndex(of: text.lowercased()).map { SoundID(rawValue: UInt8($0 + 1)) }
    }

    func name(of sound: SoundID) -> String? {
        (1...Self.chimes.count).contains(Int(sound.rawValue)) ? Self.chimes[Int(sound.rawValue) - 1] : nil
    }

    func explanation(of value: [UInt8], on characteristic: BluetoothUUID) -> PacketExplanation? {
        guard characteristic == stateCharacteristic else { return nil }
        do {
            return PacketExplanation("the lamp's state", state: try state(fromReport: value))
        } catch {
            return PacketExplanation("no state of a lamp (\(error))")
        }
    }
}

extension Level {
    fileprivate var inWholePercents: Level { Level(percent: percent) ?? .full }
}
