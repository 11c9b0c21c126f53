// SPDX-License-Identifier: Apache-2.0

extension String {
    /// It as one word of a command line.
    package var shellWord: String {
        let isPlain = unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_.:".unicodeScalars.contains(scalar)
        }
        return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
