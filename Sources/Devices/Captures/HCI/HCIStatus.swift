// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Why a connection ended or could not be made: the numbers of Bluetooth Core 5.4, volume 1, part F.
enum HCIStatus {
    static let timedOut: UInt8 = 0x08
    static let endedByDevice: UInt8 = 0x13
    static let endedByHost: UInt8 = 0x16
    static let notEstablished: UInt8 = 0x3E

    static func text(_ status: UInt8) -> String {
        switch status {
        case timedOut: "nothing was heard any more"
        case endedByDevice: "the device ended it"
        case endedByHost: "this side ended it"
        case notEstablished: "the device did not answer"
        default: "reason 0x\(status.hexadecimal)"
        }
    }
}
