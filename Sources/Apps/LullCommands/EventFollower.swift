// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceDocuments
import SleepModel

/// Follows the events of a daemon, also when it starts anew.
struct EventFollower: Sendable {
    /// Shows one event; false when nobody reads any more.
    typealias Show = @Sendable (EventDocument) async throws -> Bool

    /// How long to wait before the first attempt to connect again.
    static let firstPause = Duration.seconds(1)
    /// How long to wait between attempts at most.
    static let longestPause = Duration.seconds(15)

    let clock: any NightClock
    /// Whether every step of a fade is shown, every use of a link, and what a device would show that is off.
    let showsFades: Bool
    /// Whether it waits for a daemon that is not there at the beginning.
    var waitsAtFirst = false
    let open: @Sendable () async throws -> AsyncThrowingStream<EventMessage, any Error>
    let show: Show
    let complain: @Sendable (String) -> Void

    /// Shows events until nobody reads them or the task is cancelled.
    ///
    /// Throws when there is no daemon at the beginning, unless it waits for one, and later only what waiting does not cure.
    func run() async throws {
        guard var stream = try await first() else { return }
        while true {
            do {
                guard try await follow(stream) else { return }
            } catch {
                try Self.requireTransient(error)
            }
            guard !Task.isCancelled else { return }
            complain("lull: the daemon does not answer any more; watching goes on when it is back.")
            guard let next = try await reopen() else { return }
            stream = next
        }
    }

    /// Shows what a stream has until it ends; false when nobody reads any more.
    private func follow(_ stream: AsyncThrowingStream<EventMessage, any Error>) async throws -> Bool {
        // The first state of a device says where it stands, be it in the middle of a fade.
        var seen: Set<MacAddress> = []
        var links: [MacAddress: DeviceConnectionState] = [:]
        var off: Set<MacAddress> = []
        for try await case .event(let event) in stream {
            let isFirst = event.event == .state && event.address.map { seen.insert($0).inserted } ?? true
            var isNews = isFirst || event.fading != true
            if let state = event.state, let address = event.address {
                // What a device that is off would show and play is no news: it is off.
                let isOff = state.power == "off"
                let change = isOff ? off.insert(address).inserted : off.remove(address) != nil
                isNews = isNews && (change || !isOff)
            }
            if let link = event.link, let address = event.address {
                // A link is idle between two steps of a fade, and is tried again and again out of reach. It is news when it
                // comes and goes.
                let shown: DeviceConnectionState = link == .held ? .connected : link
                isNews = link != .connecting && links[address] != shown
                if isNews { links[address] = shown }
            }
            guard showsFades || isNews else { continue }
            guard try await show(event) else { return false }
        }
        return true
    }

    /// The stream of the beginning; nil when the task is cancelled.
    private func first() async throws -> AsyncThrowingStream<EventMessage, any Error>? {
        do {
            return try await open()
        } catch {
            guard waitsAtFirst else { throw error }
            try Self.requireTransient(error)
        }
        complain("lull: the daemon does not answer; watching begins when it does.")
        return try await reopen()
    }

    /// Tries to connect until it succeeds; nil when the task is cancelled.
    private func reopen() async throws -> AsyncThrowingStream<EventMessage, any Error>? {
        var pause = Self.firstPause
        while (try? await clock.sleep(for: pause)) != nil {
            do {
                return try await open()
            } catch {
                guard !Task.isCancelled else { return nil }
                try Self.requireTransient(error)
            }
            pause = min(pause * 2, Self.longestPause)
        }
        return nil
    }

    /// Throws an error that stays however long somebody waits.
    private static func requireTransient(_ error: any Error) throws {
        guard let code = (error as? ControlError)?.code else { throw error }
        switch code {
        case .daemonUnreachable, .timedOut, .busy, .inputOutput: return
        default: throw error
        }
    }
}
