// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import GATT
import Logging
import SleepModel

/// Ending everything on the device at once.
extension DeviceController {
    /// Ends what runs, rings and snoozes and what was set by hand, and has the device switched off; what is planned stays.
    ///
    /// A device that is out of reach is switched off when it is back. Throws what the store threw, when everything has
    /// ended all the same.
    public func stop() async throws {
        var failure: (any Error)?
        coordinator.setEnding(true, on: address)
        for feature in features {
            do { try await feature.endRuns() } catch { failure = failure ?? error }
        }
        if let nap = knownNap {
            knownNap = nil
            await noteNap(nap, .cancelled, by: .person)
        }
        coordinator.stop(address)
        holdRecord.endOthers()
        await holdRecord.save()
        if let failure { throw failure }
    }

    /// Whether somebody's change still counts on a channel.
    public var isHeld: Bool { !coordinator.holds(of: address).holds.isEmpty }

    /// Ends the sleep timer of a device that is in reach; false when none runs, or it cannot be ended.
    public func endSleepTimer() async -> Bool {
        guard latest?.state.isTimerRunning == true else { return false }
        do {
            // The report may be older than the end of it.
            guard try await sender.sleepTimer() != nil else { return false }
            _ = try await sender.setSleepTimer(nil)
            return true
        } catch {
            logger.notice("could not end the sleep timer", metadata: ["error": "\(error.message)"])
            return false
        }
    }
}
