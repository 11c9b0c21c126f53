// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import Synchronization

/// Switches an adapter off and, when it is asked to, on again.
///
/// It has a socket of its own, which stays open until the adapter is on, so that it comes on also if whoever began this has
/// ended.
final class AdapterReset: Sendable {
    private let socket: PacketSocket
    private let adapter: UInt16
    private let machine = Mutex(PowerCycleMachine())
    private let ending = OneShot<Void>()

    /// Switches the adapter with a number off; throws what keeps it from opening a socket.
    init(_ radio: any BluetoothRadio, _ adapter: UInt16) throws(GATTError) {
        do {
            socket = PacketSocket(try radio.openManagement())
        } catch {
            throw error.errorOfSocket()
        }
        self.adapter = adapter
        socket.start(onPacket: { self.take($0) }, onEnd: { _ in self.ending.set(()) })
        perform(machine.withLock { $0.begin() })
    }

    /// Switches the adapter on, as soon as the kernel takes that; safe to call again.
    func switchOn() {
        perform(machine.withLock { $0.switchOn() })
    }

    /// Waits until the adapter is on, or cannot be switched on, or the task is cancelled.
    func end() async {
        await ending.valueUnlessCancelled()
    }

    private func take(_ bytes: [UInt8]) {
        switch ManagementEvent(bytes) {
        case .answered(ManagementCommand.setPower(true, 0).opcode, adapter, let status, _)?:
            perform(machine.withLock { $0.answered(isBusy: status == .busy) })
        case .changed(adapter)?: perform(machine.withLock { $0.changed() })
        case .removed(adapter)?: perform(machine.withLock { $0.removed() })
        default: break
        }
    }

    private func perform(_ effects: [PowerCycleMachine.Effect]) {
        for effect in effects {
            switch effect {
            case .switchPower(let isOn): socket.send(ManagementCommand.setPower(isOn, adapter).encoded)
            case .end: socket.close()
            }
        }
    }
}
