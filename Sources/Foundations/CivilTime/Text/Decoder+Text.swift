// SPDX-License-Identifier: Apache-2.0

extension Decoder {
    /// Decodes a single string and parses it, or throws an error that shows the text.
    func parsedText<Value>(as kind: String, _ parse: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = parse(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not \(kind)")
        }
        return value
    }
}

extension Encoder {
    func encodeText(_ text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
