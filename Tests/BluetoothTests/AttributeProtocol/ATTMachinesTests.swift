// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import Testing

/// Random use of a client against a server, over a link on which PDUs take their time.
@Suite
struct ATTMachinesTests {
    @Test(arguments: 0..<200)
    func operations_completeOnceAndRightly_whateverTheOrder(seed: Int) {
        var link = ATTLink(seed: UInt64(seed), isHostile: false)
        link.run(steps: 200)
        #expect(link.problems == [])
        #expect(link.completions == link.expectedCompletions)
        #expect(link.successes > 20)
        #expect(link.confirmations == link.indications)
        #expect(!link.isClosed)
    }

    @Test(arguments: 0..<200)
    func operations_completeOnce_whateverElseArrives(seed: Int) {
        var link = ATTLink(seed: UInt64(seed) + 1000, isHostile: true)
        link.run(steps: 200)
        #expect(link.completions == link.expectedCompletions)
        #expect(link.problems.filter { $0.isAboutSafety } == [])
    }

    @Test
    func operations_areAllReachedByTheRandomUse() {
        let links = (0..<50).map { seed in
            var link = ATTLink(seed: UInt64(seed), isHostile: false)
            link.run(steps: 200)
            return link
        }
        let opcodes = links.reduce(into: Set<UInt8>()) { $0.formUnion($1.opcodes) }
        #expect(
            opcodes.isSuperset(of: [
                0x02, 0x04, 0x08, 0x0A, 0x0C, 0x10, 0x12, 0x16, 0x18, 0x1B, 0x1D, 0x1E, 0x52,
            ]))
    }
}
