// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT
import SleepModel

extension DeliveryOutcome {
    var state: DeviceState? {
        switch self {
        case .confirmed(let state): state
        case .unconfirmed(let state): state
        case .superseded, .failed: nil
        }
    }

    var failure: GATTError.Code? {
        if case .failed(let error) = self { error.code } else { nil }
    }
}
