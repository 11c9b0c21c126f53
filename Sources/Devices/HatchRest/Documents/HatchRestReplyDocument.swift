// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
import DeviceModules
import SleepModel

/// A reply by itself, as programs read it.
///
/// A reply does not say what it answers: `text` and `number` are what it holds, and only the reader knows whether 0383
/// is a timer's 899 seconds. Absent values are null and never left out.
public struct HatchRestReplyDocument: Hashable, Codable, Sendable {
    /// The product's stable name.
    public var product: String
    /// Always `reply`.
    public var kind = HatchRestPacketKind.reply
    /// The bytes as text; null when they are not all printable ASCII.
    public var text: String?
    /// What it says, as part of a sentence.
    public var meaning: String
    /// `acknowledged`, `refused` or `data`.
    public var result: String
    /// The code of a refusal, for example `E01`.
    public var code: String?
    /// The value of one to eight hexadecimal digits.
    public var number: UInt32?
    /// The favourite, if it is a favourite's block.
    public var favourite: DeviceFavouriteDocument?
    /// The program, if it is a program's block; name and whether it is enabled come in a reply of their own.
    public var program: DeviceProgramDocument?
    /// The name of a program, if it is the status and name of one.
    public var name: String?
    /// Whether that program is enabled.
    public var enabled: Bool?

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(product, forKey: .product)
        try container.encode(kind, forKey: .kind)
        try container.encode(text, forKey: .text)
        try container.encode(meaning, forKey: .meaning)
        try container.encode(result, forKey: .result)
        try container.encode(code, forKey: .code)
        try container.encode(number, forKey: .number)
        try container.encode(favourite, forKey: .favourite)
        try container.encode(program, forKey: .program)
        try container.encode(name, forKey: .name)
        try container.encode(enabled, forKey: .enabled)
    }
}

extension HatchRestCodec {
    /// What a reply says by itself; every reply says something.
    func document(ofReply bytes: [UInt8]) -> HatchRestReplyDocument {
        var document = HatchRestReplyDocument(
            product: product.rawValue, text: bytes.asciiText, meaning: words(reply: bytes), result: "data")
        switch reply(bytes) {
        case .acknowledged: document.result = "acknowledged"
        case .refused(let code):
            document.result = "refused"
            document.code = code
        case .data:
            if (1...8).contains(bytes.count) {
                var reader = CommandReader(bytes)
                document.number = try? reader.number(digits: bytes.count)
            }
            document.favourite = (try? HatchRestFavouriteBlock(bytes)).map(self.document)
            document.program = (try? HatchRestProgramBlock(bytes)).map(self.document)
            if let label = try? HatchRestProgramLabel(bytes), !label.isEmpty {
                document.name = label.name.text
                document.enabled = label.isEnabled
            }
        }
        return document
    }
}
