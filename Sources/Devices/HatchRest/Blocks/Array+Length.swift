// SPDX-License-Identifier: Apache-2.0

import DeviceModules

extension Array where Element == UInt8 {
    /// Throws where they end too early, or go on.
    func expect(count expected: Int, _ what: String) throws(CodecError) {
        guard count >= expected else {
            throw CodecError(offset: count, "\(what) has \(expected) bytes, and this one ends here")
        }
        guard count == expected else {
            throw CodecError(offset: expected, "\(what) has \(expected) bytes, and this one goes on")
        }
    }
}
