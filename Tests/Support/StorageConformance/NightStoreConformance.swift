// SPDX-License-Identifier: Apache-2.0

public import Storage
public import Testing

/// What every `NightStore` promises, one case per behaviour, to be run against each implementation.
public struct NightStoreConformance: Sendable {
    /// One promised behaviour.
    public struct Case: Sendable, CustomTestStringConvertible {
        /// The behaviour, as a test is named.
        public let name: String
        let check: @Sendable (any NightStore) async throws -> Void

        init(_ name: String, _ check: @escaping @Sendable (any NightStore) async throws -> Void) {
            self.name = name
            self.check = check
        }

        /// The behaviour's name.
        public var testDescription: String { name }
    }

    let makeStore: @Sendable () async throws -> any NightStore

    /// Takes a way to make an empty store.
    public init(makeStore: @escaping @Sendable () async throws -> any NightStore) {
        self.makeStore = makeStore
    }

    /// Checks one behaviour on a store of its own, and closes it.
    public func check(_ behaviour: Case) async throws {
        let store = try await makeStore()
        do {
            try await behaviour.check(store)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// All behaviours.
    public static let cases =
        deviceCases + scheduleCases + overrideCases + settingsCases + holidayCases + groupCases + holdCases
        + noticeCases
        + claimCases
        + settlingCases
        + updateCases
        + voidCases + recordCases + batchCases + logCases + textCases + closingCases

    static func expectError(
        _ code: StorageError.Code, naming text: String = "", sourceLocation: SourceLocation = #_sourceLocation,
        _ work: () async throws(StorageError) -> Void
    ) async {
        do {
            try await work()
            Issue.record("expected \(code.rawValue), but nothing was thrown", sourceLocation: sourceLocation)
        } catch {
            #expect(error.code == code, sourceLocation: sourceLocation)
            #expect(!error.message.utf8.contains(0), sourceLocation: sourceLocation)
            if !text.isEmpty {
                #expect(error.message.contains(text), sourceLocation: sourceLocation)
            }
        }
    }
}
