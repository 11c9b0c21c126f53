// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import SleepModel
import Storage

/// What devices do by themselves if the host is not there.
extension PresetService {
    /// How long an answer waits until the programs are written and read back.
    private static let mirrorPatience = Duration.seconds(8)

    /// Where the mirror of a device stands; programs that are not known are read, and brought in step with the plan.
    func mirror(_ query: SlotQuery) async throws(ControlError) -> MirrorDocument {
        try await answering {
            let target = try await finder.target(query.device)
            target.controller.lookAtMirror()
            // Without a daemon nobody has read them so far.
            if target.controller.areMirrorProgramsUnknown {
                _ = await target.controller.bringMirrorInStep(within: Self.mirrorPatience, on: mirrors.radioClock)
            }
            return mirrors.document(of: target)
        }
    }

    /// Switches the mirror of a device on or off; a device that is out of reach follows later, and the answer says so.
    func setMirror(_ request: MirrorRequest) async throws(ControlError) -> MirrorDocument {
        let target = try await arranging(in: queue) {
            var target = try await finder.target(request.device)
            let capabilities = target.controller.codec.capabilities
            guard capabilities.programCount > 0, capabilities.hasClock else {
                throw ControlError(
                    .unsupportedProduct, "“\(target.device.name)” keeps no programs.", advice: "See `lull devices`.")
            }
            guard target.device.isMirrored != request.on else { return target }
            target.device.isMirrored = request.on
            let entry = LogEntry(
                at: nightClock.now().wall, device: target.device.address, kind: .control,
                name: "mirror \(request.on ? "on" : "off")", outcome: .confirmed, actor: .person, isTransient: true)
            try await finder.store.commit(.pair(target.device, log: [entry]))
            target.controller.follow(target.device)
            return target
        }
        // Outside the queue, so that nobody else waits for the device.
        return try await answering {
            _ = await target.controller.bringMirrorInStep(within: Self.mirrorPatience, on: mirrors.radioClock)
            return mirrors.document(of: target)
        }
    }
}
