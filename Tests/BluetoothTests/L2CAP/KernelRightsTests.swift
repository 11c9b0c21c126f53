// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import L2CAPTransport

/// What the kernel allows.
@Suite struct KernelRightsTests {
    @Test(arguments: [
        ("CapEff:\t0000000000001000", true), ("CapEff:\t000001ffffffffff", true), ("CapEff:\t0000000000002000", false),
        ("CapEff:\t0000000000000000", false), ("CapPrm:\t000001ffffffffff", false), ("CapEff:\t", false),
        ("CapEff:\tnothing", false), ("", false), ("Name:\tlulld\nCapEff:\t0000000000003000\nCapBnd:\t0\n", true),
    ])
    func rights_areRead(status: String, mayListen: Bool) {
        #expect(KernelRights(status: status).mayListen == mayListen)
    }
}
