// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT

extension BlueZClient {
    /// Runs `operation` for no longer than `duration`; throws `timed_out` then.
    @discardableResult
    nonisolated func gattDeadline<Value: Sendable>(
        _ duration: Duration, _ operation: @escaping @Sendable () async throws(GATTError) -> Value
    ) async throws(GATTError) -> Value {
        do {
            return try await withDeadline(duration, on: clock) { try await operation() }
        } catch let error as GATTError {
            throw error
        } catch is DeadlineExceeded {
            throw .lateness
        } catch {
            throw .cancellation
        }
    }
}
