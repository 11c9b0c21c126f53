// SPDX-License-Identifier: Apache-2.0

import Clocks
package import ControlAPI

/// Tells the owner's program each notice of a daemon once, also when either of them starts anew.
package actor NoticeTeller {
    /// Tells one notice; returns why that failed, or nil, and throws when the task is cancelled.
    package typealias Tell = @Sendable (NoticeDocument) async throws -> String?

    private let tell: Tell
    private let file: ToldNoticesFile?
    private let complain: @Sendable (String) -> Void
    /// Nil until the notices are known that were there before.
    private var told: ToldNotices?
    private var isUnsaved = false

    /// Goes on from what a file holds; without one, and with one that is not there yet, all notices of the beginning count
    /// as told.
    init(
        file: ToldNoticesFile?, complain: @escaping @Sendable (String) -> Void, tell: @escaping Tell
    ) throws(ControlError) {
        self.file = file
        self.complain = complain
        self.tell = tell
        told = try file?.read()
    }

    /// Follows a daemon until the task is cancelled; throws only what waiting does not cure.
    func follow(_ service: any ControlService, on clock: any NightClock) async throws {
        // An event only says that there is something to ask for, so one that is lost does no harm.
        let follower = EventFollower(
            clock: clock, showsFades: true, waitsAtFirst: true,
            open: { last in
                let stream = try await service.events(DeviceChoice(device: nil), after: last)
                try await self.tellNews(of: service)
                return stream
            },
            show: { event in
                switch event.event {
                case .notice, .snapshot, .dropped: try await self.tellNews(of: service)
                case .state, .link, .occurrence, .paired, .unpaired: break
                }
                return true
            }, complain: complain)
        try await follower.run()
    }

    /// Tells what is news among the notices of a daemon, one after the other.
    private func tellNews(of service: any ControlService) async throws {
        while true {
            // Asked for each time: an alarm waits for one notice at most, and what is acknowledged is not told.
            let notices = try await service.perform(Endpoints.notices, NoticesQuery())
            var told = told ?? ToldNotices(notices)
            told.keep(notices)
            save(told)
            guard let notice = told.news(in: notices).first else { return }
            if let reason = try await tell(notice) { complain("lull: the program for notice \(notice.id) \(reason).") }
            told.note(notice)
            save(told)
        }
    }

    /// Says once when it cannot be saved.
    private func save(_ changed: ToldNotices) {
        guard changed != told || isUnsaved else { return }
        told = changed
        do throws(ControlError) {
            try file?.write(changed)
            isUnsaved = false
        } catch {
            if !isUnsaved { complain("lull: \(error.message) \(error.advice)") }
            isUnsaved = true
        }
    }
}
