// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT
import SleepModel

/// The adapter that is used while none is named.
struct UsualAdapter {
    let address: MacAddress
    /// Whether it has been missing for so long that another may stand in for it.
    var isGivenUp = false

    var name: String { address.rawValue }
}

/// Who wants bluetoothd to look for devices, and whether it does.
///
/// bluetoothd keeps one discovery session for each of its clients, so all listeners of a process share it.
struct DiscoverySession {
    enum Phase: Hashable {
        case idle
        /// bluetoothd has still to answer what it was asked last; before that it would refuse anything else.
        case changing
        case running(ObjectPath)
    }

    /// Who wants it, each with what ends when it runs.
    var listeners: [Int: OneShot<Result<Void, BusError>>] = [:]
    /// Where it is wanted.
    var adapter: ObjectPath?
    var phase = Phase.idle
}

extension BlueZClient {
    /// How long an adapter may be missing or off until that is an error.
    static let adapterPatience = Duration.seconds(3)

    /// The adapter with a name such as `hci0` or an address; nil names the one used before, or the first that is on.
    ///
    /// Waits until it is there and on, for `patience` at most; nil waits for as long as it takes. After
    /// `adapterPatience` without the one used before another stands in for it, until it is back. Throws
    /// `transport_unavailable` with what is missing.
    func adapter(_ name: String?, patience: Duration? = adapterPatience) async throws(GATTError) -> BlueZAdapter {
        try await open()
        guard name == nil, let usual = usualAdapter else {
            let found = try await poweredAdapter(name, within: patience)
            if name == nil { usualAdapter = UsualAdapter(address: found.address) }
            return found
        }
        if usual.isGivenUp, poweredAdapter(usual.name) == nil {
            return try await poweredAdapter(nil, within: patience)
        }
        do {
            let found = try await poweredAdapter(usual.name, within: Self.adapterPatience)
            usualAdapter?.isGivenUp = false
            return found
        } catch  where error.code == .unavailable && isOpen {
            // While bluetoothd is away itself, the adapter is not to blame.
            if isPresent { usualAdapter?.isGivenUp = true }
            return try await poweredAdapter(nil, within: patience == nil ? nil : .zero)
        }
    }

    /// Whether `adapter` only stood in for the one that is meant, which is on again.
    func isStandIn(_ adapter: BlueZAdapter, for name: String?) -> Bool {
        guard name == nil, let usual = usualAdapter, adapter.address != usual.address else { return false }
        return poweredAdapter(usual.name) != nil
    }

    private func poweredAdapter(_ name: String?, within patience: Duration?) async throws(GATTError) -> BlueZAdapter {
        if let adapter = poweredAdapter(name) { return adapter }
        guard let patience else { return try await wait { $0.poweredAdapter(name) } }
        do {
            return try await gattDeadline(patience) { () throws(GATTError) in
                try await self.wait { $0.poweredAdapter(name) }
            }
        } catch  where error.code == .timedOut {
            throw missing(name)
        }
    }

    private func poweredAdapter(_ name: String?) -> BlueZAdapter? {
        tree.adapters.first { $0.isPowered && $0.isCalled(name) }
    }

    private func missing(_ name: String?) -> GATTError {
        guard isPresent else {
            return GATTError(
                .unavailable, "The Bluetooth service (bluetoothd) does not run.",
                advice: "Start it: `sudo systemctl start bluetooth`.")
        }
        if let adapter = tree.adapters.first(where: { $0.isCalled(name) }) {
            return GATTError(
                .unavailable, "The Bluetooth adapter \(adapter.name) is switched off.",
                advice: "Switch it on: `bluetoothctl power on`; if that fails, `rfkill list bluetooth` says why.")
        }
        return GATTError(
            .unavailable, "There is no Bluetooth adapter\(name.map { " “\($0)”" } ?? "").",
            advice: "Plug one in; `bluetoothctl list` shows those that are there.")
    }

    /// Whether bluetoothd looks for devices with an adapter.
    func isDiscovering(on adapter: BlueZAdapter) -> Bool {
        discovery.phase == .running(adapter.path)
    }

    /// Lets a listener have devices looked for until `stopDiscovery`, also if this throws; returns when bluetoothd does.
    ///
    /// The search may end by itself, as `isDiscovering` tells.
    func startDiscovery(_ listener: Int, on adapter: BlueZAdapter) async throws(GATTError) {
        let start = OneShot<Result<Void, BusError>>()
        discovery.listeners[listener] = start
        discovery.adapter = adapter.path
        reviseDiscovery()
        try await gattDeadline(Self.localDeadline) { () throws(GATTError) in try await self.outcome(of: start) }
    }

    private func outcome(of start: OneShot<Result<Void, BusError>>) async throws(GATTError) {
        do { try await start.outcome() } catch { throw GATTError(error) }
    }

    /// A listener wants nothing more for now; the last one ends the search.
    func stopDiscovery(_ listener: Int) {
        discovery.listeners.removeValue(forKey: listener)?.set(.failure(.cancellation))
        reviseDiscovery()
    }

    /// bluetoothd ends the search when its adapter goes off.
    func noticeEndOfDiscovery() {
        guard case .running(let adapter) = discovery.phase, tree.adapter(at: adapter)?.isPowered != true else { return }
        discovery.phase = .idle
    }

    /// The search has ended, or could not begin.
    func endDiscovery(_ error: BusError) {
        let listeners = discovery.listeners
        discovery = DiscoverySession()
        for start in listeners.values { start.set(.failure(error)) }
    }

    /// Takes the next step to what is wanted, if bluetoothd has answered the one before.
    private func reviseDiscovery() {
        switch discovery.phase {
        case .changing: break
        case .running(let adapter) where discovery.listeners.isEmpty || adapter != discovery.adapter:
            changeDiscovery("StopDiscovery", on: adapter, to: .idle)
        case .running:
            for start in discovery.listeners.values { start.set(.success(())) }
        case .idle:
            guard !discovery.listeners.isEmpty, let adapter = discovery.adapter else { return }
            // Every report counts, also one that repeats the last: it says that the device is still there. No limit of
            // signal strength, as some radios do not tell it.
            let filter = BusValue.properties(["Transport": .string("le"), "DuplicateData": .boolean(true)])
            post(adapter, BlueZName.adapter, "SetDiscoveryFilter", [filter])
            changeDiscovery("StartDiscovery", on: adapter, to: .running(adapter))
        }
    }

    private func changeDiscovery(_ member: String, on adapter: ObjectPath, to phase: DiscoverySession.Phase) {
        discovery.phase = .changing
        let epoch = epoch
        post(adapter, BlueZName.adapter, member) { [weak self] answer in
            self?.assumeIsolated { client in
                guard epoch == client.epoch else { return }
                client.discoveryChanged(to: phase, answer)
            }
        }
    }

    private func discoveryChanged(to phase: DiscoverySession.Phase, _ answer: Result<BusReply, BusError>) {
        discovery.phase = phase
        // One that is in progress runs already, and one that cannot be ended does not run.
        if phase != .idle, case .failure(let error) = answer, error.name != "org.bluez.Error.InProgress" {
            endDiscovery(error)
        }
        reviseDiscovery()
        reconsider()
    }

    /// Runs `operation` for no longer than `duration`; throws `timed_out` then.
    @discardableResult
    nonisolated func gattDeadline<Value: Sendable>(
        _ duration: Duration, _ operation: @escaping @Sendable () async throws(GATTError) -> Value
    ) async throws(GATTError) -> Value {
        do {
            return try await withDeadline(duration, on: clock) { try await operation() }
        } catch let error as GATTError {
            throw error
        } catch is DeadlineExceeded {
            throw .lateness
        } catch {
            throw .cancellation
        }
    }
}

extension BlueZAdapter {
    /// Whether a person means it by a name or an address; nil means any.
    func isCalled(_ name: String?) -> Bool {
        guard let name else { return true }
        return self.name == name || address == MacAddress(rawValue: name)
    }
}
