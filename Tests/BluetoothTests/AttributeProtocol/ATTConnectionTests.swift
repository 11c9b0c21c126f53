// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
import Clocks
import GATT
import Testing

/// A connection over a link that carries nothing back.
@Suite(.timeLimit(.minutes(1))) struct ATTConnectionTests {
    /// A link to a device that does not answer.
    private struct MuteLink: PeripheralLink {
        let closed = OneShot<Void>()

        func send(_ pdu: [UInt8]) {}

        func flush() async {}

        func disconnect() async {
            close()
        }

        func close() {
            closed.set()
        }
    }

    @Test func request_throwsTimedOutAndEndsTheLink_whenNoAnswerComes() async {
        let clock = ManualClock(wall: Instant(secondsSince1970: 0))
        let connection = ATTConnection(clock: clock, answerLimit: .seconds(30))
        let link = MuteLink()
        let error = await withTaskGroup(of: GATTError?.self) { group in
            group.addTask { await #expect(throws: GATTError.self) { try await connection.start(link) } }
            group.addTask {
                await clock.waitForSleepers(1)
                clock.advance(by: .seconds(29))
                #expect(!link.closed.isSet)
                clock.advance(by: .seconds(1))
                return nil
            }
            var error: GATTError?
            for await ending in group { error = error ?? ending }
            return error
        }
        #expect(error?.code == .timedOut)
        #expect(error?.message == "The device does not answer.")
        #expect(link.closed.isSet)
    }
}
