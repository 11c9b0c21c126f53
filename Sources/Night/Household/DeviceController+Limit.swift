// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import Scheduling
public import SleepModel
import Storage

/// What nothing may exceed on the device.
extension DeviceController {
    /// Takes what nothing may exceed on the device, which is on disk; nil for no limit.
    public func limit(to limit: DeviceLimit?) {
        deviceLimit = limit
        signal.raise()
    }

    /// Whether the device's limit holds now: it has one, and the clock shows one of its hours.
    public var isLimited: Bool { limit(at: clock.now()) != nil }

    /// Has the limit hold that holds at `sample`; returns whether nobody knows if the device keeps it.
    @discardableResult
    func followLimit(at sample: ClockSample) -> Bool {
        coordinator.limit(address, to: limit(at: sample))
    }

    /// When the limit begins or ends.
    func nextLimitWake(at sample: ClockSample) -> WakeRequest {
        WakeRequest(wall: deviceLimit?.hours?.nextLook(after: sample.wall, in: zones.rules(of: nil)))
    }

    /// What a report shows beyond the limit, which is turned back; an advertisement only leads to a report.
    func exceeding(in observed: ObservedState) -> [DeviceAction] {
        guard observed.source != .advertisement, !isIdentifying else { return [] }
        return coordinator.saw(observed.state, on: address)
    }

    /// Logs what somebody else made exceed the limit since the report before.
    func noteLimit(of exceeding: [DeviceAction], in observed: ObservedState, since known: ObservedState) async {
        let changed = exceeding.filter { action in
            let provenance = observed.provenance[action.channel]
            return provenance?.author != .lull && provenance != known.provenance[action.channel]
        }
        guard let limit = limit(at: clock.now()), !changed.isEmpty else { return }
        await log.write(
            LogEntry(
                at: observed.at, device: address, kind: .control,
                name: changed.map { limit.limited($0).levelText }.joined(separator: ", "), outcome: .limited,
                actor: .device))
    }

    /// The limit that holds at `sample`.
    func limit(at sample: ClockSample) -> DeviceLimit? {
        guard let deviceLimit else { return nil }
        let isNow = deviceLimit.hours?.contains(sample.wall, in: zones.rules(of: nil)) ?? true
        return isNow ? deviceLimit : nil
    }
}

extension DeviceAction {
    /// The brightness or the volume, for example `volume 40%`; the channel alone for anything else.
    public var levelText: String {
        switch self {
        case .light(let light): "brightness \(light.brightness.percent)%"
        case .volume(let level): "volume \(level.percent)%"
        case .power, .sound: channel.rawValue
        }
    }
}
