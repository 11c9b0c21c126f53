// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT
import SleepModel

/// The adapter that is used while none is named.
struct UsualAdapter {
    let address: MacAddress
    /// Whether it has been missing for so long that another one may replace it.
    var isGivenUp = false

    var name: String { address.rawValue }
}

extension BlueZClient {
    /// How long an adapter may be missing or off before that is an error.
    nonisolated static let adapterPatience = Duration.seconds(3)

    /// The adapter with a name such as `hci0` or an address; nil names the marked one, the one used before, or the first
    /// that is on.
    ///
    /// Waits until the adapter is there and on, for `patience` at most; nil waits without a limit. If the adapter used
    /// before stays away for `adapterPatience`, another one replaces it until it is back. Throws
    /// `transport_unavailable` with what is missing.
    func adapter(_ name: String?, patience: Duration? = adapterPatience) async throws(GATTError) -> BlueZAdapter {
        try await open()
        if name == nil { followMark() }
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
            // If bluetoothd itself is away, nothing is wrong with the adapter.
            if isPresent { usualAdapter?.isGivenUp = true }
            return try await poweredAdapter(nil, within: patience == nil ? nil : .zero)
        }
    }

    /// The adapter to call a device by: the one that somebody has chosen, or else the one that hears the device better.
    ///
    /// Waits and throws as `adapter` does.
    func adapter(for device: MacAddress, _ name: String?) async throws(GATTError) -> BlueZAdapter {
        let usual = try await adapter(name)
        let usable = [usual] + otherAdapters(than: usual, for: name)
        // A connection that is there can only be taken over by the adapter that has it.
        if let holder = usable.first(where: { tree.device(device, of: $0.path)?.isConnected == true }) { return holder }
        let best = choice.adapter(for: device, among: usable.map(\.address), at: clock.now().boot)
        return usable.first { $0.address == best } ?? usual
    }

    /// The other adapters that can be used; none where somebody has said which to use.
    func otherAdapters(than adapter: BlueZAdapter, for name: String?) -> [BlueZAdapter] {
        guard name == nil, markedAdapter?.isPowered != true else { return [] }
        return tree.adapters.filter { $0.isPowered && $0.address != adapter.address && marks[$0.name] != .ignored }
    }

    /// Notes that an adapter has heard a device.
    func noteSignal(_ advertisement: Advertisement, at path: ObjectPath) {
        guard let adapter = path.parent.flatMap(tree.adapter(at:)) else { return }
        choice.heard(advertisement.address, by: adapter.address, rssi: advertisement.rssi, at: clock.now().boot)
    }

    /// Notes whether an adapter got through to a device; a failure that says nothing of the adapter is none.
    func noteAttempt(to device: MacAddress, by adapter: BlueZAdapter, _ error: GATTError?) {
        switch error?.code {
        case nil: choice.connected(device, by: adapter.address)
        case .connectionFailed, .timedOut, .notFound, .noRoom:
            choice.failed(device, by: adapter.address, at: clock.now().boot)
        default: break
        }
    }

    /// The adapter that the owner of the host has marked.
    private var markedAdapter: BlueZAdapter? { tree.adapters.first { marks[$0.name] == .preferred } }

    /// Takes the marked adapter for the usual one; another one replaces it only while it is away or off.
    private func followMark() {
        guard let marked = markedAdapter, usualAdapter?.address != marked.address else { return }
        usualAdapter = UsualAdapter(address: marked.address)
    }

    /// Whether `adapter` replaces the usual adapter, and the usual one is on again.
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
        tree.adapters.first { $0.isPowered && $0.isCalled(name) && (name != nil || marks[$0.name] != .ignored) }
    }

    /// Why there is no adapter with a name or an address that is on.
    func missing(_ name: String?) -> GATTError {
        guard isPresent else {
            return GATTError(
                .unavailable, "The Bluetooth service (bluetoothd) is not running.",
                advice: "Start it: `sudo systemctl start bluetooth`.")
        }
        if let refusal { return GATTError(ofListing: refusal) }
        if let adapter = tree.adapters.first(where: { $0.isCalled(name) }) {
            return GATTError(
                .unavailable, "The Bluetooth adapter \(adapter.name) is switched off.",
                advice: "Switch it on: `bluetoothctl power on`. If that fails, `rfkill list bluetooth` says why.")
        }
        return GATTError(
            .unavailable, "There is no Bluetooth adapter\(name.map { " “\($0)”" } ?? "").",
            advice: "Plug one in. `bluetoothctl list` shows the adapters of this host.")
    }

    /// Whether an adapter with a name or an address is there and on; nil fits every adapter.
    func hasAdapter(_ name: String?) -> Bool { poweredAdapter(name) != nil }

    /// Starts the discovery session for a listener, as `DiscoverySession.start` does, within the usual time.
    func startDiscovery(_ listener: Int, on adapter: BlueZAdapter) async throws(GATTError) {
        try await gattDeadline(BlueZCalls.localDeadline) { () throws(GATTError) in
            try await self.searching { () throws(GATTError) in
                do throws(BusError) {
                    try await self.discovery.start(listener, on: adapter)
                } catch {
                    throw GATTError(ofSearch: error)
                }
            }
        }
    }

    /// Does something for which the search has to run, and lets its deadlines and the monitor's pass meanwhile.
    nonisolated func searching<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws(GATTError) -> Value
    ) async throws(GATTError) -> Value {
        let result = await withTaskGroup(of: Result<Value, GATTError>?.self) { group in
            group.addTask { [discovery] in
                await discovery.passTime()
                return nil
            }
            group.addTask { [monitor] in
                await monitor.passTime()
                return nil
            }
            group.addTask {
                do throws(GATTError) { return .success(try await operation()) } catch { return .failure(error) }
            }
            defer { group.cancelAll() }
            while let ended = await group.next() {
                if let result = ended { return result }
            }
            return .failure(.cancellation)
        }
        return try result.get()
    }
}

extension GATTError {
    /// What an error means that keeps bluetoothd from listing its adapters.
    fileprivate init(ofListing error: BusError) {
        let failure = GATTError(error)
        guard failure.code != .notAllowed else {
            self = failure
            return
        }
        self.init(
            .unavailable, "The Bluetooth service (bluetoothd) does not say which adapters there are.",
            advice: "Run `sudo systemctl restart bluetooth`.")
    }

    /// What an error means that keeps bluetoothd from searching.
    init(ofSearch error: BusError) {
        switch error.name {
        case "org.bluez.Error.InProgress":
            self.init(
                .unavailable,
                "Bluetooth does not search: the Bluetooth service is busy, as while another program searches.",
                advice: "Close other programs that use Bluetooth, or run `sudo systemctl restart bluetooth`.")
        case BusError.noAnswer.name:
            self.init(
                .unavailable, "The Bluetooth service does not answer when it is asked to search.",
                advice: "Run `sudo systemctl restart bluetooth`.")
        case BusError.silence.name:
            self.init(
                .unavailable, "The Bluetooth adapter does not search, although it was asked to.",
                advice: "Switch it off and on: `bluetoothctl power off`, then `bluetoothctl power on`.")
        case BusError.adapterOff.name:
            self.init(
                .unavailable, "The Bluetooth adapter went off when a search began.",
                advice: "Switch it on: `bluetoothctl power on`. If that fails, `rfkill list bluetooth` says why.")
        default:
            // It is about no device.
            let failure = GATTError(error)
            self.init(
                failure.code == .connectionFailed ? .unavailable : failure.code, failure.message,
                advice: failure.advice)
        }
    }
}

extension BlueZAdapter {
    /// Whether `name` is its name or address; nil fits every adapter.
    func isCalled(_ name: String?) -> Bool {
        guard let name else { return true }
        return self.name == name || address == MacAddress(rawValue: name)
    }
}
