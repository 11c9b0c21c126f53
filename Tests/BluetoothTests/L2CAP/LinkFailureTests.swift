// SPDX-License-Identifier: Apache-2.0

import GATT
import Glibc
import SleepModel
import Testing

@testable import L2CAPTransport

/// What the kernel's error numbers mean.
@Suite struct LinkFailureTests {
    private let device: MacAddress

    init() throws {
        device = try #require(MacAddress(rawValue: "DC:06:41:DC:1A:B4"))
    }

    @Test func everyErrorNumber_hasASentenceAndACure() {
        for number: Int32 in 1...133 {
            let error = LinkFailure(number: number).error(device, by: "hci0")
            #expect(error.message.hasSuffix(".") && error.message.count > 20, "\(number): \(error)")
            #expect(error.advice?.hasSuffix(".") == true, "\(number): \(error)")
            #expect([.connectionFailed, .unavailable, .notAllowed, .noRoom, .needsBond].contains(error.code))
        }
    }

    @Test(arguments: [
        (
            ECONNREFUSED, "connection_failed",
            "DC:06:41:DC:1A:B4 refused the connection, or hci0 may not use Bluetooth LE."
        ),
        (EHOSTDOWN, "connection_failed", "DC:06:41:DC:1A:B4 does not answer."),
        (ETIMEDOUT, "connection_failed", "DC:06:41:DC:1A:B4 does not answer."),
        (EMLINK, "no_room", "The Bluetooth adapter hci0 has no room for another connection."),
        (EBUSY, "connection_failed", "Another program, such as bluetoothd, uses DC:06:41:DC:1A:B4 by hci0 now."),
        (EACCES, "not_allowed", "The system does not allow this process to use Bluetooth sockets."),
        (EPERM, "not_allowed", "The system does not allow this process to use Bluetooth sockets."),
        (ENODEV, "transport_unavailable", "The Bluetooth adapter hci0 went away or is switched off."),
        (EAFNOSUPPORT, "transport_unavailable", "This system has no Bluetooth sockets."),
        (ENOSYS, "connection_failed", "The connection to DC:06:41:DC:1A:B4 failed: Function not implemented."),
    ])
    func errorNumber_isSaidInOneSentence(number: Int32, code: String, sentence: String) {
        let error = LinkFailure(number: number).error(device, by: "hci0")
        #expect(error.code.rawValue == code)
        #expect(error.message == sentence)
    }
}
