// SPDX-License-Identifier: Apache-2.0

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

    /// How it reads what sources read in different ways.
    public let dialect: HatchRestDialect
    private let names: [UInt8: String]

    /// Makes a codec that reads by `dialect`.
    public init(_ dialect: HatchRestDialect = .usual) {
        self.dialect = dialect
        names = HatchRestSounds.table(dialect.soundNames)
    }

    /// The product it speaks for.
    public var product: HardwareProduct { .hatchRest }
    /// The company identifiers its maker advertises with.
    public var companies: Set<UInt16> { [Self.companyIdentifier] }
    /// Its list of services, which holds nothing but the device information, or its maker's data.
    ///
    /// The second is what it answers to a search, so a radio that only listens never gets it (source: a raw packet in
    /// custom-components/ble_monitor, issue 949).
    public var advertisementPatterns: [AdvertisementPattern] {
        [.firstService(0x180A), .company(Self.companyIdentifier)]
    }
    /// Where commands are written.
    public var commandCharacteristic: BluetoothUUID { HatchRestUUID.command }
    /// Where replies to them are notified.
    public var replyCharacteristic: BluetoothUUID { HatchRestUUID.reply }
    /// Where the state is read and notified.
    public var stateCharacteristic: BluetoothUUID { HatchRestUUID.feedback }
    /// The names of sounds people can ask for.
    public var soundNames: [String] { names.sorted { $0.key < $1.key }.map(\.value) }
    /// Six favourites, ten programs, and a sleep timer that counts seconds in 16 bits.
    public var capabilities: ProductCapabilities {
        ProductCapabilities(
            favouriteCount: 6, programCount: 10, programNameLength: HatchRestName.longestWritten,
            longestSleepTimer: .seconds(Int(UInt16.max)), hasClock: true, hasGradient: true)
    }
    /// How it is asked for what it keeps by itself.
    public var memory: (any DeviceMemoryCodec)? { HatchRestMemory(dialect) }

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
        return try? HatchRestReport.advertisement(payload, dialect: dialect)
    }

    /// The state in the 20 bytes of the feedback characteristic.
    public func state(fromReport bytes: [UInt8]) throws(CodecError) -> DeviceState {
        try HatchRestReport.feedback(bytes, dialect: dialect)
    }

    /// The command that makes an action true.
    public func command(for action: DeviceAction) -> [UInt8] {
        HatchRestCommand(action).bytes
    }

    /// A steady FEFEFE is shown as the colour next to it, as it would be taken for the colour cycle.
    public func shown(_ action: DeviceAction) -> DeviceAction {
        if case .light(let light) = action { .light(light.asStored) } else { action }
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
        let wanted = Spelling.folded(text)
        guard !wanted.isEmpty else { return nil }
        let number =
            names.first { Spelling.folded($0.value) == wanted }?.key
            ?? HatchRestSounds.otherNames.first { $0.value.contains { Spelling.folded($0) == wanted } }?.key
        return number.map { SoundID(rawValue: $0) }
    }

    /// What people also call a sound.
    public func otherNames(of sound: SoundID) -> [String] {
        (HatchRestSounds.otherNames[sound.rawValue] ?? []).filter { $0 != name(of: sound) }
    }

    /// The name of a sound; nil when it has none.
    public func name(of sound: SoundID) -> String? {
        names[sound.rawValue]
    }
}
