// SPDX-License-Identifier: Apache-2.0

import Clocks
import Glibc

/// Waits for descriptors; whoever waits keeps the descriptor open meanwhile.
enum Readiness {
    /// Returns when there is something to read, or an end or an error to be read, or the task is cancelled.
    static func readable(_ descriptor: Int32) async {
        await wait(for: descriptor, POLLIN)
    }

    /// Returns when it can be written, or has an error, or the task is cancelled.
    static func writable(_ descriptor: Int32) async {
        await wait(for: descriptor, POLLOUT)
    }

    private static func wait(for descriptor: Int32, _ events: Int32) async {
        let ready = OneShot<Void>()
        let watch = DescriptorThread.shared.attach(descriptor, events: events, once: true) { ready.set() }
        await ready.valueUnlessCancelled()
        DescriptorThread.shared.detach(watch)
    }
}
