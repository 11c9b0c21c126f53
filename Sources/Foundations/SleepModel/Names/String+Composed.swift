// SPDX-License-Identifier: Apache-2.0

// The standard library keeps its normalisation to itself, and Foundation's would bring all of ICU along.
@_spi(_Unicode) import Swift

extension String {
    /// The text with each letter and its accents in one scalar where there is one (NFC), as names are stored.
    public var composed: String {
        var text = ""
        text.unicodeScalars.append(contentsOf: _nfc)
        return text
    }

    /// The scalars of the text with letters and their accents apart (NFD).
    var decomposed: some Sequence<Unicode.Scalar> { _nfd }
}
