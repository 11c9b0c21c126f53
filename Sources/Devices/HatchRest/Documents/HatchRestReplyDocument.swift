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
    @NullWhenAbsent public var text: String? = nil
    /// What it says, as part of a sentence.
    public var meaning: String
    /// `acknowledged`, `refused` or `data`.
    public var result: String
    /// The code of a refusal, for example `E01`.
    @NullWhenAbsent public var code: String? = nil
    /// The value of one to eight hexadecimal digits.
    @NullWhenAbsent public var number: UInt32? = nil
    /// The favourite, if it is a favourite's block.
    @NullWhenAbsent public var favourite: DeviceFavouriteDocument? = nil
    /// The program, if it is a program's block; name and whether it is enabled come in a reply of their own.
    @NullWhenAbsent public var program: DeviceProgramDocument? = nil
    /// The name of a program, if it is the status and name of one.
    @NullWhenAbsent public var name: String? = nil
    /// Whether that program is enabled.
    @NullWhenAbsent public var enabled: Bool? = nil
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
