// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
public import DeviceModules
import SleepModel

/// What bytes say, as programs read it: the object of `lull decode --json`.
public enum HatchRestDocument: Hashable, Encodable, Sendable {
    /// Of an advertisement and of feedback.
    case state(DeviceStateDocument)
    /// Of a favourite's block.
    case favourite(DeviceFavouriteDocument)
    /// Of a program's block.
    case program(DeviceProgramDocument)
    /// Of a reply.
    case reply(HatchRestReplyDocument)
    /// Of a command.
    case command(HatchRestCommandDocument)

    /// Writes the object itself.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .state(let document): try document.encode(to: encoder)
        case .favourite(let document): try document.encode(to: encoder)
        case .program(let document): try document.encode(to: encoder)
        case .reply(let document): try document.encode(to: encoder)
        case .command(let document): try document.encode(to: encoder)
        }
    }
}

extension HatchRestCodec {
    /// What `bytes` of one kind say; throws `CodecError` with the offset of the first byte that does not fit.
    public func document(of bytes: [UInt8], as kind: HatchRestPacketKind) throws(CodecError) -> HatchRestDocument {
        switch kind {
        case .advertisement:
            .state(document(try HatchRestReport.advertisement(packetOrPayload: bytes, dialect: dialect)))
        case .feedback: .state(document(try state(fromReport: bytes)))
        case .favourite: .favourite(document(try HatchRestFavouriteBlock(bytes)))
        case .program: .program(document(try HatchRestProgramBlock(blockAndLabel: bytes)))
        case .reply: .reply(document(ofReply: bytes))
        case .command: .command(document(try HatchRestCommand(parsing: bytes)))
        }
    }

    private func document(_ state: DeviceState) -> DeviceStateDocument {
        DeviceStateDocument(state, product: product, soundName: name(of: state.sound))
    }

    /// The block does not say which favourite it is.
    func document(_ block: HatchRestFavouriteBlock) -> DeviceFavouriteDocument {
        var document = DeviceFavouriteDocument(
            block.favourite(number: 0), product: product, soundName: name(of: block.sound))
        document.favourite = nil
        return document
    }

    /// The block does not say which program it is, and without its second part neither name nor whether it is enabled.
    func document(_ block: HatchRestProgramBlock) -> DeviceProgramDocument {
        guard !block.isEmptySlot else { return DeviceProgramDocument(emptySlot: nil, product: product) }
        var document = DeviceProgramDocument(
            block.program(number: 0), product: product, soundName: name(of: block.sound))
        document.program = nil
        if block.label == nil {
            document.name = nil
            document.enabled = nil
        }
        return document
    }
}

/// The kinds of bytes that a Hatch Rest sends or takes, by their names in `lull decode`.
public enum HatchRestPacketKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// Manufacturer payload after the company identifier, or a whole advertising packet.
    case advertisement
    /// The value of the feedback characteristic.
    case feedback
    /// The answer to `PGB`.
    case favourite
    /// The answer to `EGB`: the block, or the block with status and name behind it.
    case program
    /// Any reply, by itself.
    case reply
    /// A command.
    case command
}
