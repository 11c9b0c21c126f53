// SPDX-License-Identifier: Apache-2.0

import SQLiteStorage
import Storage
import StorageConformance
import Testing

@Suite struct NightStoreTests {
    @Test(.timeLimit(.minutes(1)), arguments: NightStoreConformance.cases)
    func inMemoryStore_conforms_inEveryCase(_ behaviour: NightStoreConformance.Case) async throws {
        try await NightStoreConformance { InMemoryNightStore() }.check(behaviour)
    }

    @Test(.timeLimit(.minutes(1)), arguments: NightStoreConformance.cases)
    func sqliteStore_conforms_inEveryCase(_ behaviour: NightStoreConformance.Case) async throws {
        let directory = try TemporaryDirectory()
        try await NightStoreConformance { try await directory.open() }.check(behaviour)
        withExtendedLifetime(directory) {}
    }
}
