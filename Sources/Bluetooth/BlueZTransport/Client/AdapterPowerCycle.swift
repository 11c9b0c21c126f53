// SPDX-License-Identifier: Apache-2.0

import DBus
import GATT

/// Switches an adapter off and, when it is asked to, on again.
///
/// It goes on until the adapter is on, also if whoever began this has ended.
@BusActor
final class AdapterPowerCycle {
    /// The error for a change of power while another one is under way (source: bluez 5.66 `property_set_mode`).
    private static let busy = "org.bluez.Error.Busy"

    private let adapter: ObjectPath
    private let mirror: BlueZMirror
    private let calls: BlueZCalls
    private var machine = PowerCycleMachine()
    private var observer: Int?

    /// Switches the adapter off.
    init(_ adapter: ObjectPath, _ mirror: BlueZMirror, _ calls: BlueZCalls) {
        self.adapter = adapter
        self.mirror = mirror
        self.calls = calls
        // It keeps this alive until the adapter is on, or gone.
        observer = mirror.addObserver { self.take($0) }
        perform(machine.begin())
    }

    /// Switches the adapter on, as soon as bluetoothd takes that; safe to call again.
    func switchOn() {
        perform(machine.switchOn())
    }

    private func take(_ change: ObjectTree.Change) {
        switch change {
        case .reported(adapter, interface: BlueZName.adapter, let properties) where properties["Powered"] != nil:
            perform(machine.changed())
        case .replaced: perform(machine.changed())
        case .removed(adapter, interface: BlueZName.adapter): perform(machine.removed())
        case .added, .removed, .reported: break
        }
    }

    private func perform(_ effects: [PowerCycleMachine.Effect]) {
        for effect in effects {
            switch effect {
            case .switchPower(let isOn): setPower(isOn)
            case .end:
                observer.map(mirror.removeObserver)
                observer = nil
            }
        }
    }

    private func setPower(_ isOn: Bool) {
        calls.post(
            adapter, BlueZName.properties, "Set",
            [.string(BlueZName.adapter), .string("Powered"), .variant(.boolean(isOn))]
        ) { answer in
            var isBusy = false
            if case .failure(let error) = answer { isBusy = error.name == Self.busy }
            self.perform(self.machine.answered(isBusy: isBusy))
        }
    }
}
