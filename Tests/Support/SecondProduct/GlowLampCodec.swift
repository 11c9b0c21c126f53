// SPDX-License-Identifier: Apache-2.0

package import DeviceModules
package import GATT
package import SleepModel

/// A product that does not exist and has next to nothing in common with a Rest: binary frames, levels in percent, three
/// chimes, and nothing that it keeps by itself.
package struct GlowLampCodec: ProductCodec {
    /// The company identifier that the Bluetooth SIG keeps free for tests.
    package static let companyIdentifier: UInt16 = 0xFFFF
    /// Its service.
    package static let service = BluetoothUUID(0x6C61_0000, 0x7E57, 0x4A11, 0x8F00, 0x6D61_6B65_6265)
    /// Where commands are written.
    package static let command = BluetoothUUID(0x6C61_0001, 0x7E57, 0x4A11, 0x8F00, 0x6D61_6B65_6265)
    /// Where replies are notified.
    package static let reply = BluetoothUUID(0x6C61_0002, 0x7E57, 0x4A11, 0x8F00, 0x6D61_6B65_6265)
    /// Where the state is read and notified.
    package static let state = BluetoothUUID(0x6C61_0003, 0x7E57, 0x4A11, 0x8F00, 0x6D61_6B65_6265)
    /// What its advertisements begin with.
    package static let model: [UInt8] = [0x4C, 0x01]
    private static let chimes = ["drops", "strings", "wind"]
    private static let white = RGBColor(red: 255, green: 255, blue: 255)

    /// The lamp it speaks to; nil for one that speaks to any.
    private let lamp: MacAddress?

    /// Speaks to any lamp, or to one.
    package init(to lamp: MacAddress? = nil) {
        self.lamp = lamp
    }

    package var product: HardwareProduct { HardwareProduct(rawValue: "glow-lamp") }
    package var companies: Set<UInt16> { [Self.companyIdentifier] }
    package var commandCharacteristic: BluetoothUUID { Self.command }
    package var replyCharacteristic: BluetoothUUID { Self.reply }
    package var stateCharacteristic: BluetoothUUID { Self.state }
    package var soundNames: [String] { Self.chimes }
    package var capabilities: ProductCapabilities { ProductCapabilities() }
    package var memory: (any DeviceMemoryCodec)? { nil }

    package func recognize(_ advertisement: Advertisement) -> ProductRecognition? {
        guard let payload = advertisement.manufacturerData[Self.companyIdentifier], payload.starts(with: Self.model)
        else { return nil }
        return ProductRecognition(product: product)
    }

    package func state(in advertisement: Advertisement) -> DeviceState? {
        guard recognize(advertisement) != nil else { return nil }
        let payload = advertisement.manufacturerData[Self.companyIdentifier] ?? []
        return try? state(fromReport: Array(payload.dropFirst(Self.model.count)))
    }

    package func state(fromReport bytes: [UInt8]) throws(CodecError) -> DeviceState {
        try GlowLampReport(bytes).state
    }

    package func command(for action: DeviceAction) -> [UInt8] {
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
    package func shown(_ action: DeviceAction) -> DeviceAction {
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
    package func reply(_ bytes: [UInt8]) -> CommandReply {
        switch (bytes.count, bytes.first) {
        case (1, GlowLampFrame.done): .acknowledged
        case (2, GlowLampFrame.refused): .refused("reason \(bytes[1])")
        default: .data(bytes)
        }
    }

    package func sound(_ text: String) -> SoundID? {
        Self.chimes.firstIndex(of: text.lowercased()).map { SoundID(rawValue: UInt8($0 + 1)) }
    }

    package func name(of sound: SoundID) -> String? {
        (1...Self.chimes.count).contains(Int(sound.rawValue)) ? Self.chimes[Int(sound.rawValue) - 1] : nil
    }

    package func explanation(of value: [UInt8], on characteristic: BluetoothUUID) -> PacketExplanation? {
        guard characteristic == stateCharacteristic else { return nil }
        do {
            let words = lamp.map { "the state of \($0)" } ?? "the lamp's state"
            return PacketExplanation(words, state: try state(fromReport: value))
        } catch {
            return PacketExplanation("no state of a lamp (\(error))")
        }
    }
}

extension Level {
    fileprivate var inWholePercents: Level { Level(percent: percent) ?? .full }
}
