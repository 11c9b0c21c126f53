// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import Scheduling
import SleepModel

extension DeviceController {
    /// Lets time pass for what is scheduled on the device and for what people set, and sleeps until the next thing is due;
    /// ends when it is cancelled.
    func passTime(by timekeeper: Timekeeper) async {
        while !Task.isCancelled {
            // The next wake counts from the sample before the work: what falls due meanwhile is overdue, and not lost.
            let sample = timekeeper.look()
            questions.answer()
            looks += 1
            // By a clock that is not trusted, everything may look overdue.
            let isTrusted = timekeeper.trust.isTrusted
            if isTrusted { await advance() }
            if followLimit(at: sample) { connection.askForLook() }
            coordinator.advance(address, to: clock.now())
            await noteNap()
            await settlePending()
            if isTrusted {
                followRings(at: sample)
                followReminders(at: sample)
                followLosses(at: sample)
                for line in nightParts.look(at: runningBedtimes, clock.now().wall) { sideLog.write(line) }
                hasLooked.set(())
            }
            var request = coordinator.nextWake(of: address, at: sample).earliest(nextLimitWake(at: sample))
            if isTrusted {
                request = request.earliest(nextWake(at: sample)).earliest(nextRingLook(at: sample))
                    .earliest(nextReminderLook(at: sample)).earliest(nextLossLook(at: sample))
            }
            request.since = sample
            // The household ends itself when its clock cannot sleep.
            guard (try? await clock.sleep(until: request, orUntil: signal)) != nil else { return }
        }
    }
}
