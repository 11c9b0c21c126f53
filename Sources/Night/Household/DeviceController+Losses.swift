// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import Scheduling
import SleepModel

/// Devices that are out of reach, and notices about one that does not show what runs.
extension DeviceController {
    /// How long a device without a link gives no sign before it counts as out of reach; Lull listens each minute, or each
    /// four minutes while it hears nobody.
    private static let longestSilence = Duration.seconds(5 * 60)

    /// Whether the device is known to be out of reach, or has given no sign for five minutes: without a link only its
    /// silence shows that it has no power.
    var isOutOfReach: Bool {
        if lostSince != nil { return true }
        let isSilent = [.absent, .coolingDown, .unavailable].contains(link)
        return isSilent && clock.now().wall - reachability.lastSign >= Self.longestSilence
    }

    /// Looks at what is to show now.
    func followLosses(at sample: ClockSample) {
        let (run, device) = (shownRun, lossState)
        if lossWatch.mustTry(run, of: device, at: sample) { connection.askForLook() }
        let draft = lossWatch.look(at: run, of: device, at: sample) { [notices, address] run in
            let own = run.key.flatMap { notices.newest(.unreachable, of: $0)?.at }
            // A warning about an alarm on the device says already that it is out of reach.
            let open = notices.open(.unreachable, on: address).filter { ($0.occurrence == nil) == (run.key == nil) }
            return (open.map(\.at) + [own].compactMap(\.self)).max()
        }
        if let draft { notices.take([draft]) }
    }

    /// When to look again.
    func nextLossLook(at sample: ClockSample) -> WakeRequest {
        lossWatch.nextLook(at: shownRun, of: lossState, at: sample)
    }

    var lossState: LossWatch.Device {
        LossWatch.Device(
            address: address, lastHeard: reachability.lastSign, lostSince: reachability.outageSince,
            failedAt: reachability.failedAt)
    }

    /// The bedtime, nap or routine that the device is to show now; nil for none, and where somebody switched it off.
    private var shownRun: LossWatch.Run? {
        let owners = coordinator.owners(of: address)
        if case .value(.power(false))? = owners[.power]?.target { return nil }
        let runs = owners.values.compactMap { intent -> (IntentSource, LossWatch.Run)? in
            switch intent.source {
            case .run(.alarm, _, _), .manual: nil
            case .run(let kind, let key, _):
                (intent.source, LossWatch.Run(name: "the \(kind.rawValue) “\(intent.by.printable)”", key: key))
            case .nap: (intent.source, LossWatch.Run(name: "the nap", key: nil))
            }
        }
        return runs.max { $0.0 < $1.0 }?.1
    }
}
