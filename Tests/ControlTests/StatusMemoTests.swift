// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

@testable import ControlServer

/// The status that was written last.
struct StatusMemoTests {
    @Test func status_isWrittenAnew_onlyWhenItDiffers() {
        let memo = StatusMemo()
        var changed = Samples.status
        changed.battery = 7
        var written: [Int] = []
        let texts = [[], [Samples.status], [Samples.status], [changed], [changed], []].map { documents in
            memo.text(of: documents) { documents in
                written.append(documents.count)
                return [UInt8(written.count)]
            }
        }
        #expect(texts == [[1], [2], [2], [3], [3], [4]])
        #expect(written == [0, 1, 1, 0])
    }
}
