// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Household
import SleepModel

/// Ending everything at once.
extension LightAndSoundService {
    /// Ends everything that runs or rings on one device or on all; what is planned stays.
    ///
    /// The others end also if a device does not answer; that one is switched off when it is back.
    func stop(_ request: DeviceChoice) async throws(ControlError) -> [StopDocument] {
        try await answering {
            let targets = try await finder.targets(request.device)
            var ended: [(parts: [EndedDocument], nights: [RunningBedtime])] = []
            var failure: (any Error)?
            for target in targets {
                ended.append((parts(of: target.controller), target.nightsWithWakeAhead))
                // Before the device takes it: after a restart, what is logged is still to be taken.
                await command.log.note(target.device, "stop", .cancelled)
                do { try await target.controller.stop() } catch { failure = failure ?? error }
            }
            let documents = await withTaskGroup(of: (Int, StopDocument).self) { group in
                for (index, target) in targets.enumerated() {
                    group.addTask { [ended = ended[index]] in
                        (index, await delivered(ended.parts, ended.nights, target))
                    }
                }
                var documents: [Int: StopDocument] = [:]
                for await (index, document) in group { documents[index] = document }
                return targets.indices.compactMap { documents[$0] }
            }
            if let failure { throw failure }
            return documents
        }
    }

    /// What runs on a device, or is set by hand.
    private func parts(of controller: DeviceController) -> [EndedDocument] {
        controller.running.map { EndedDocument($0) } + (controller.runningNap == nil ? [] : [EndedDocument(.nap)])
            + (controller.isHeld || controller.hasPendingChange ? [EndedDocument(.manual)] : [])
    }

    /// What was ended on a device, after the device has taken it or the answer has waited long enough.
    private func delivered(
        _ ended: [EndedDocument], _ nights: [RunningBedtime], _ target: DeviceFinder.Target
    ) async -> StopDocument {
        let isTaken = await deliveries.isUpToDate(target)
        let hadTimer = isTaken ? await target.controller.endSleepTimer() : false
        return StopDocument(
            address: target.device.address, name: target.device.name,
            ended: ended + (hadTimer ? [EndedDocument(.timer)] : []), stopPending: !isTaken,
            warning: Sentences.joined(
                isTaken ? nil : target.unfollowedWarning, target.lostWakeNote(nights, zones)))
    }
}
