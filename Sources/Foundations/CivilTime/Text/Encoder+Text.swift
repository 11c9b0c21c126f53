// SPDX-License-Identifier: Apache-2.0

extension Encoder {
    func encodeText(_ text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
