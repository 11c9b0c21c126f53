// SPDX-License-Identifier: Apache-2.0

public import GATT
public import SleepModel

/// Everything Lull knows about one product, without I/O; a new product needs one of these.
public protocol ProductCodec: Sendable {
    /// The product it speaks for.
    var product: HardwareProduct { get }
    /// The company identifiers its maker advertises with.
    var companies: Set<UInt16> { get }
    /// By which a radio can tell its advertisements before it asks for more.
    var advertisementPatterns: [AdvertisementPattern] { get }
    /// Where commands are written.
    var commandCharacteristic: BluetoothUUID { get }
    /// Where replies to them are notified.
    var replyCharacteristic: BluetoothUUID { get }
    /// Where the state is read and notified.
    var stateCharacteristic: BluetoothUUID { get }
    /// The names of sounds people can ask for.
    var soundNames: [String] { get }
    /// What it can do by itself.
    var capabilities: ProductCapabilities { get }
    /// The commands for what it keeps by itself; nil for a product that keeps nothing.
    var memory: (any DeviceMemoryCodec)? { get }

    /// What an advertisement says about its sender; nil when it is from another maker.
    func recognize(_ advertisement: Advertisement) -> ProductRecognition?
    /// The state an advertisement carries; nil when it carries none.
    func state(in advertisement: Advertisement) -> DeviceState?
    /// The state in the bytes of the state characteristic.
    func state(fromReport bytes: [UInt8]) throws(CodecError) -> DeviceState
    /// The command of an action.
    func command(for action: DeviceAction) -> [UInt8]
    /// What the device shows after an action, if it cannot show exactly what was asked for.
    func shown(_ action: DeviceAction) -> DeviceAction
    /// What a notified reply means.
    func reply(_ bytes: [UInt8]) -> CommandReply
    /// The sound with a name or number; nil when there is none.
    func sound(_ text: String) -> SoundID?
    /// The name of a sound; nil when it has none.
    func name(of sound: SoundID) -> String?
    /// What people also call a sound; `sound` understands these names too.
    func otherNames(of sound: SoundID) -> [String]
    /// What a value written to, read from or notified by a characteristic means; nil if the product has no known use
    /// for it. Never fails: the explanation says which bytes do not fit.
    func explanation(of value: [UInt8], on characteristic: BluetoothUUID) -> PacketExplanation?
}

extension ProductCodec {
    /// The manufacturer data of its maker, for a product that sends them unasked.
    public var advertisementPatterns: [AdvertisementPattern] { companies.sorted().map { .company($0) } }

    /// The action itself, for a product that shows what it is asked for.
    public func shown(_ action: DeviceAction) -> DeviceAction { action }

    /// None, for a product whose sounds have one name each.
    public func otherNames(of sound: SoundID) -> [String] { [] }
}

/// What an advertisement says about its sender.
public struct ProductRecognition: Hashable, Sendable {
    /// The product.
    public var product: HardwareProduct
    /// Why it cannot be controlled; nil when it can.
    public var reason: String?

    /// Makes a recognition.
    public init(product: HardwareProduct, reason: String? = nil) {
        self.product = product
        self.reason = reason
    }
}

/// What a device answers to a command.
public enum CommandReply: Hashable, Sendable {
    /// It was done.
    case acknowledged
    /// It was refused, with the device's own code.
    case refused(String)
    /// Something that came before the acknowledgement.
    case data([UInt8])
}

/// Bytes that are not what they should be.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the first byte that does not fit.
    public let offset: Int
    /// What was expected there.
    public let message: String

    /// Makes an error.
    public init(offset: Int, _ message: String) {
        self.offset = offset
        self.message = message
    }

    /// One sentence with the offset.
    public var description: String { "At offset \(offset): \(message)." }
}

/// What bytes on one of a product's characteristics mean.
public struct PacketExplanation: Hashable, Sendable {
    /// What they say, as part of a sentence without a full stop.
    public var text: String
    /// The state they report, if they report one.
    public var state: DeviceState?
    /// What they ask for, if they are a command that Lull knows as an action.
    public var action: DeviceAction?

    /// Makes an explanation.
    public init(_ text: String, state: DeviceState? = nil, action: DeviceAction? = nil) {
        self.text = text
        self.state = state
        self.action = action
    }
}
