// SPDX-License-Identifier: Apache-2.0

extension NightSchema {
    /// A log that says why; entries from before do not, as nothing in them names the occurrence they are about.
    static let logReasons = """
        ALTER TABLE log ADD COLUMN reason TEXT;
        """
}
