// SPDX-License-Identifier: Apache-2.0

extension Array<String> {
    /// The words as a list, such as `a, b and c`; empty for none.
    package var listed: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
