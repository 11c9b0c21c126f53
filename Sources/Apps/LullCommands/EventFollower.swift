// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI

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
    /// Connects; the stream goes on after the event with an identifier, if there is one.
    let open: @Sendable (_ after: String?) async throws -> AsyncThrowingStream<EventMessage, any Error>
    let show: Show
    let complain: @Sendable (String) -> Void

    /// Shows events until nobody reads them or the task is cancelled.
    ///
    /// Throws when there is no daemon at the beginning, unless it waits for one, and later only what waiting does not cure.
    func run() async throws {
        guard var stream = try await first() else { return }
        var place = Place()
        while true {
            do {
                guard try await follow(stream, from: &place) else { return }
            } catch {
                try Self.requireTransient(error)
            }
            guard !Task.isCancelled else { return }
            complain("lull: the daemon does not answer any more; watching goes on when it is back.")
            guard let next = try await reopen(after: place.last) else { return }
            if place.last == nil { place = Place() }
            stream = next
        }
    }

    /// How far it has come.
    private struct Place {
        /// What identifies the last event that was taken.
        var last: String?
        var news = EventNews()
    }

    /// Shows what a stream has until it ends; false when nobody reads any more.
    private func follow(
        _ stream: AsyncThrowingStream<EventMessage, any Error>, from place: inout Place
    ) async throws -> Bool {
        for try await case .event(let event) in stream {
            let isNews = place.news.take(event)
            if showsFades || isNews {
                guard try await show(event) else { return false }
            }
            place.last = event.id ?? place.last
        }
        return true
    }

    /// The stream of the beginning; nil when the task is cancelled.
    private func first() async throws -> AsyncThrowingStream<EventMessage, any Error>? {
        do {
            return try await open(nil)
        } catch {
            guard waitsAtFirst else { throw error }
            try Self.requireTransient(error)
        }
        complain("lull: the daemon does not answer; watching begins when it does.")
        return try await reopen(after: nil)
    }

    /// Tries to connect until it succeeds; nil when the task is cancelled.
    private func reopen(after last: String?) async throws -> AsyncThrowingStream<EventMessage, any Error>? {
        var pause = Self.firstPause
        while (try? await clock.sleep(for: pause)) != nil {
            do {
                return try await open(last)
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
