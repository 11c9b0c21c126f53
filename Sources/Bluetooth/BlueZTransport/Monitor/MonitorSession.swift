// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT

/// The listeners whom bluetoothd is to tell of devices that it hears, without a search, and whether it does.
///
/// Only a bluetoothd that was started with `--experimental` offers it. What to ask is decided by a `MonitorMachine`; its
/// deadlines pass while somebody waits in `passTime`.
@BusActor
final class MonitorSession {
    private let mirror: BlueZMirror
    private let calls: BlueZCalls
    private let clock: any NightClock
    private let exported: ExportedMonitor
    private var machine = MonitorMachine()
    /// Who is told of each device that is found.
    private var listeners: [Int: @BusActor (ObjectPath) -> Void] = [:]

    nonisolated init(
        _ mirror: BlueZMirror, _ calls: BlueZCalls, clock: any NightClock, patterns: [AdvertisementPattern]
    ) {
        self.mirror = mirror
        self.calls = calls
        self.clock = clock
        exported = ExportedMonitor(patterns: patterns)
    }

    /// Whether bluetoothd tells of devices that it hears.
    var isActive: Bool { machine.isActive }

    /// Tells a listener of each device that an adapter hears, where bluetoothd offers that.
    func want(_ listener: Int, on adapter: BlueZAdapter, found: @escaping @BusActor (ObjectPath) -> Void) {
        calls.handle { [weak self] call in self?.take(call) }
        listeners[listener] = found
        let isOffered = !exported.patterns.isEmpty && mirror.tree.offersMonitors(adapter)
        drive { $0.want(isOffered ? adapter.path : nil, at: now) }
    }

    /// Removes a listener; removing the last one ends the watch.
    func stop(_ listener: Int) {
        guard listeners.removeValue(forKey: listener) != nil, listeners.isEmpty else { return }
        drive { $0.want(nil, at: now) }
    }

    /// Notices that the adapter with the monitor, or its monitors, went away.
    func notice() {
        guard let path = machine.adapter, mirror.tree.properties(of: BlueZName.monitorManager, at: path) == nil
        else { return }
        drive { $0.lost(path) }
    }

    /// Forgets everything known of bluetoothd.
    func forget() {
        drive { $0.forget() }
    }

    /// Passes time on until it is cancelled.
    func passTime() async {
        while !Task.isCancelled {
            let due = machine.nextWake
            do {
                if let due {
                    try await withDeadline(max(due - now, .zero), on: clock) { try await self.waitForChange(from: due) }
                } else {
                    try await waitForChange(from: nil)
                }
            } catch is DeadlineExceeded {
                drive { $0.advance(to: now) }
            } catch {
                return
            }
        }
    }

    private func waitForChange(from due: Duration?) async throws(BusError) {
        guard machine.nextWake == due else { return }
        _ = try await mirror.wait { [weak self] in self?.machine.nextWake == due ? nil : true }
    }

    private var now: Duration { clock.now().boot }

    private func drive(_ step: (inout MonitorMachine) -> [MonitorMachine.Effect]) {
        let effects = step(&machine)
        for case .ask(let request, let number) in effects {
            switch request {
            case .register(let adapter): ask("RegisterMonitor", of: adapter, number)
            case .unregister(let adapter): ask("UnregisterMonitor", of: adapter, number)
            }
        }
        // A step without an effect can still change when time is to be passed on.
        mirror.reconsider()
    }

    private func ask(_ member: String, of adapter: ObjectPath, _ number: Int) {
        calls.post(adapter, BlueZName.monitorManager, member, [.objectPath(ExportedMonitor.root)]) {
            [weak self] answer in
            guard let self else { return }
            let error: BusError? = if case .failure(let error) = answer { error } else { nil }
            drive { $0.answered(number, error, at: now) }
        }
    }

    // MARK: - On the bus

    private func take(_ call: IncomingCall) {
        switch (call.interface, call.member) {
        case (BlueZName.objectManager, "GetManagedObjects"):
            calls.answer(call, .success([exported.managedObjects]))
        case (BlueZName.properties, "GetAll") where call.arguments.first?.string == BlueZName.monitor:
            calls.answer(call, .success([exported.properties]))
        case (BlueZName.monitor, "Activate"):
            calls.answer(call, .success([]))
            drive { $0.activated() }
        case (BlueZName.monitor, "Release"):
            calls.answer(call, .success([]))
            drive { $0.released(at: now) }
        case (BlueZName.monitor, "DeviceFound"):
            calls.answer(call, .success([]))
            guard let device = call.arguments.first?.objectPath else { return }
            for found in listeners.values { found(device) }
        case (BlueZName.monitor, "DeviceLost"):
            // A device also stops to advertise when somebody connects to it; the next search shows what is true.
            calls.answer(call, .success([]))
        default:
            calls.answer(
                call,
                .failure(
                    BusError(
                        name: "org.freedesktop.DBus.Error.UnknownMethod",
                        message: "\(call.path) has no \(call.interface ?? "").\(call.member).")))
        }
    }
}
