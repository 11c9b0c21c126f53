// SPDX-License-Identifier: Apache-2.0

import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let noticeCases = [
        Case("notices_areNone_atFirst") { store async throws in
            #expect(try await store.notices() == [])
        },
        Case("notices_keepEverything_byNumber") { store async throws in
            let notices = [Samples.plainNotice(4), Samples.notice(3)]
            #expect(try await store.commit(.notices(notices, dropping: [])))
            #expect(try await store.notices() == [Samples.notice(3), Samples.plainNotice(4)])
            #expect(try await store.log() == [])
        },
        Case("notices_takeThePlace_ofThoseWithTheirNumber") { store async throws in
            try await store.commit(.notices([Samples.plainNotice(1), Samples.plainNotice(2)], dropping: []))
            try await store.commit(.notices([Samples.notice(2)], dropping: []))
            #expect(try await store.notices() == [Samples.plainNotice(1), Samples.notice(2)])
        },
        Case("notices_areGone_whenTheyAreDropped") { store async throws in
            try await store.commit(.notices([1, 2, 3].map(Samples.plainNotice), dropping: []))
            #expect(try await store.commit(.notices([Samples.notice(4)], dropping: [1, 3, 9])))
            #expect(try await store.notices() == [Samples.plainNotice(2), Samples.notice(4)])
        },
        Case("notices_outliveTheDevice_thatTheyAreAbout") { store async throws in
            try await store.pair(Samples.device())
            try await store.commit(.notices([Samples.notice()], dropping: []))
            try await store.commit(.forget(Samples.nursery, at: Samples.morning, log: []))
            #expect(try await store.notices() == [Samples.notice()])
        },
        Case("notices_areRefused_withANulInAText") { store async throws in
            var notice = Samples.notice()
            notice.message = "a\0b"
            await expectError(.invalidText) { [notice] () async throws(StorageError) in
                _ = try await store.commit(.notices([notice], dropping: []))
            }
            #expect(try await store.notices() == [])
        },
    ]
}
