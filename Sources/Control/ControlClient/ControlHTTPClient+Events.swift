// SPDX-License-Identifier: Apache-2.0

public import ControlAPI

extension ControlHTTPClient {
    /// Where devices stand, and then what happens, until the daemon stops or nobody reads on.
    ///
    /// A daemon that sends nothing at all for 45 seconds, three of its heartbeats, is given up with `timed_out`.
    public func events(
        _ query: StatusQuery
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
        let connection = try await EventConnection(
            Endpoints.events.path + QueryString.encode(query.query), over: exchange, silence: .seconds(45))
        return AsyncThrowingStream { try await connection.next() }
    }
}
