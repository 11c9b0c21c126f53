// SPDX-License-Identifier: Apache-2.0

import GATT

extension GATTError {
    static func refused(_ code: ATTErrorCode) -> GATTError {
        GATTError(
            .attributeError, "The device refused the request: \(code).",
            advice: code.asksForSecurity
                ? "The device only accepts paired hosts. Run `bluetoothctl pair` with the device's address."
                : nil)
    }
}
