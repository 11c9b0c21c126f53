// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

extension CentralTransport {
    /// Runs `body` on a connection that is ended after it.
    func withConnection<Value>(
        to address: MacAddress, _ body: (any PeripheralConnection) async throws -> Value
    ) async throws -> Value {
        let connection = try await connect(to: address)
        do {
            let value = try await body(connection)
            await connection.disconnect()
            return value
        } catch {
            await connection.disconnect()
            throw error
        }
    }
}

/// The code of the error `body` throws; nil if it throws none.
func failure(_ body: () async throws -> Void) async -> GATTError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? GATTError)?.code
    }
}
