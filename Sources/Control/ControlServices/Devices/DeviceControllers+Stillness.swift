// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Household
import SleepModel

extension DeviceControllers {
    /// Refuses to forget a device while it blinks and is to be left as it was.
    func requireStillness(of devices: [PairedDevice]) throws(ControlError) {
        for device in devices where controller(of: device.key)?.isIdentifying == true {
            throw ControlError(
                .busy, "“\(device.name)” blinks, and is to be left as it was.", advice: "Try again in a moment.")
        }
    }
}
