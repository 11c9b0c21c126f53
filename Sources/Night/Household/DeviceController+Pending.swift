// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
import Coordination
import DeviceModules
import Scheduling
public import SleepModel

/// What somebody asked of a group, and waits for this device, which is out of reach.
extension DeviceController {
    /// Has a manual change wait for the device, and says until when Lull tries it; nil if nothing of it waits.
    ///
    /// It is what `decide` makes of the state that the device reported last; of one that reported none nobody knows
    /// that it is on. `name` is for the log.
    public func pend(_ name: String, deciding decide: (DeviceState) -> [DeviceAction]) -> Instant? {
        coordinator.pend(decide(presumedState), named: name, on: address)
    }

    /// Whether something that somebody asked of a group waits for the device.
    public var hasPendingChange: Bool { !coordinator.pending(on: address).isEmpty }

    /// Drops what waits if somebody asks for something else in its place.
    func dropPending(before decide: (DeviceState) -> [DeviceAction]) {
        guard hasPendingChange else { return }
        coordinator.dropPending(before: decide(presumedState), on: address)
    }

    private var presumedState: DeviceState {
        latest?.state ?? DeviceState(isOn: false, light: .off, sound: .none, volume: .zero)
    }

    /// Logs what became of what waited, and has what runs follow what the device has taken.
    func settlePending() async {
        for settled in coordinator.takeSettledChanges(of: address) {
            let change = settled.change
            if settled.fate == .delivered {
                noteChosenLight(in: change.actions)
                await attempt { try await self.takeManualChange(change.actions) }
            }
            sideLog.write(
                LogEntry(
                    at: clock.now().wall, device: address, kind: .control, name: change.name,
                    outcome: LogOutcome(of: settled.fate), actor: .person,
                    isTransient: settled.fate != .delivered))
        }
    }
}

extension LogOutcome {
    fileprivate init(of fate: SettledChange.Fate) {
        switch fate {
        case .delivered: self = .confirmed
        case .expired: self = .givenUp
        case .replaced: self = .superseded
        }
    }
}
