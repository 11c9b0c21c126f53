// SPDX-License-Identifier: Apache-2.0

public import ControlAPI

extension ControlHTTPClient {
    /// What will happen, soonest first.
    public func next(_ query: NextQuery) async throws(ControlError) -> [NextDocument] {
        try await get(Endpoints.next, query)
    }

    /// What happened, oldest first.
    public func log(_ query: LogQuery) async throws(ControlError) -> [LogDocument] {
        try await get(Endpoints.log, query)
    }
}
