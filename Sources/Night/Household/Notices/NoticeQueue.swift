// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The notices that wait for the owner's command.
struct NoticeQueue: Hashable, Sendable {
    /// How many may wait.
    static let capacity = 32

    private var waiting: [Notice] = []

    /// Lets a notice wait, in place of what waits under its number; returns the one that a full queue drops for it: the
    /// oldest of the lowest grade.
    mutating func add(_ notice: Notice) -> Notice? {
        if let place = waiting.firstIndex(where: { $0.number == notice.number }) {
            waiting[place] = notice
            return nil
        }
        waiting.append(notice)
        guard waiting.count > Self.capacity, let least = waiting.map(\.grade).min(),
            let place = waiting.firstIndex(where: { $0.grade == least })
        else { return nil }
        return waiting.remove(at: place)
    }

    /// The next one: the oldest of the highest grade.
    mutating func next() -> Notice? {
        guard let most = waiting.map(\.grade).max(), let place = waiting.firstIndex(where: { $0.grade == most }) else {
            return nil
        }
        return waiting.remove(at: place)
    }
}
