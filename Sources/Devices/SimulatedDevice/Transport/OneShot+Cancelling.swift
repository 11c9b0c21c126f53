// SPDX-License-Identifier: Apache-2.0

import Clocks

extension OneShot where Value == Void {
    /// Returns what `body` returns, which is cancelled when this is set first.
    func cancelling<Result: Sendable>(_ body: @escaping @Sendable () async -> Result?) async -> Result? {
        await withTaskGroup(of: Result?.self) { group in
            group.addTask { await body() }
            group.addTask {
                await self.valueUnlessCancelled()
                return nil
            }
            var value: Result?
            for await result in group {
                group.cancelAll()
                value = value ?? result
            }
            return value
        }
    }
}
