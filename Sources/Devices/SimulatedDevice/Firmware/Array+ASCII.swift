// SPDX-License-Identifier: Apache-2.0

extension Array<UInt8> {
    /// The codes of ASCII text.
    init(ascii text: String) {
        self = Array(text.utf8)
    }
}
