// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceBench
import DeviceModules
import Synchronization

/// A device that is connected and lives for as long as somebody holds this.
final class RunningDevice: Sendable {
    let device: BenchDevice
    private let life: Task<Void, Never>
    private let turn = Mutex(0)

    init(clock: any NightClock) async throws {
        let device = try BenchDevice.make(1, clock: clock)[0]
        self.device = device
        life = Task { await device.run() }
        _ = await device.sender.perform(DesiredState(sequence: 0, actions: [.power(true)], keepsLink: true))
    }

    deinit {
        life.cancel()
    }

    /// Another number with each call.
    func nextTurn() -> Int {
        turn.withLock { turn in
            turn += 1
            return turn
        }
    }
}
