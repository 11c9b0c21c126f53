// SPDX-License-Identifier: Apache-2.0

public import Clocks

extension OneShot {
    /// Waits for the outcome and returns its value; a cancelled task sets the outcome to `cancelled`.
    public nonisolated(nonsending) func outcome<Success: Sendable>() async throws(BusError) -> Success
    where Value == Result<Success, BusError> {
        try await value(ifCancelled: .failure(.cancellation)).get()
    }
}
