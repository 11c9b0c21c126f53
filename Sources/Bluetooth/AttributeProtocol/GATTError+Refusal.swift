// SPDX-License-Identifier: Apache-2.0

import GATT

extension GATTError {
    static func refused(_ code: ATTErrorCode) -> GATTError {
        GATTError(
            .attributeError, "The device refused the request: \(code).",
            advice: code.asksForSecurity
                ? "It wants this machine to be paired with it: run `bluetoothctl pair` with its address." : nil)
    }
}
