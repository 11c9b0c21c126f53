// SPDX-License-Identifier: Apache-2.0

@testable import DBus

/// Calls under way, each with its number as its argument.
final class Calls {
    typealias Ending = Result<[BusValue], BusError>

    private var tasks: [Task<Ending, Never>] = []
    private let ended = AsyncStream.makeStream(of: Void.self)

    func start(_ number: Int, _ connection: BusConnection, _ peer: Party, within deadline: Duration) {
        let call = peer.call([.int32(Int32(number))])
        let continuation = ended.continuation
        tasks.append(
            Task {
                defer { continuation.yield() }
                return await ending { () async throws(BusError) in try await connection.call(call, within: deadline) }
            })
    }

    /// Gives one up; does nothing if there is none with that number.
    func cancel(_ number: Int) {
        if tasks.indices.contains(number) { tasks[number].cancel() }
    }

    func cancelAll() {
        for task in tasks { task.cancel() }
    }

    /// Waits until one has ended.
    func waitForEnding() async {
        _ = await ended.stream.first { _ in true }
    }

    /// Waits until all have ended.
    func endings() async -> [Ending] {
        var endings: [Ending] = []
        for task in tasks { endings.append(await task.value) }
        return endings
    }
}
