// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import SleepModel

extension NightControl {
    /// Where devices stand, and then what happens, until the night ends or nobody reads on.
    public func events(
        _ query: StatusQuery
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
        try await answering {
            try needsDaemon("lull watch", "nothing else happens while it runs")
            let device = if let text = query.device { try await target(text).rooms.address } else { nil as MacAddress? }
            let queue = try night.events.open(device: device)
            return AsyncThrowingStream { await queue.next() }
        }
    }
}
