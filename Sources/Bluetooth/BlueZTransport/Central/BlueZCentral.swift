// SPDX-License-Identifier: Apache-2.0

public import Clocks
import DBus
public import GATT
public import SleepModel
import Synchronization

/// The central role over this host's Bluetooth service, bluetoothd.
///
/// It needs no rights beyond the system's D-Bus policy. When bluetoothd restarts or an adapter goes away, operations under
/// way fail; later ones work again as soon as it is back.
public final class BlueZCentral: CentralTransport {
    private struct Links {
        var connecting: Set<MacAddress> = []
        var open: [MacAddress: BlueZLink] = [:]
    }

    private let client: BlueZClient
    private let adapter: String?
    private let companies: Set<UInt16>
    private let links = Mutex(Links())

    /// Uses the adapter with a name such as `hci0` or an address; nil leaves the choice to the host's owner and to signals.
    ///
    /// That is the adapter that the owner has marked, and otherwise, for each device, the one that heard it clearly better
    /// in the last minutes.
    /// Only advertisements with manufacturer data of one of the `companies` are heard; by the `patterns` bluetoothd knows a
    /// device where it can report it without a search. The clock is the real one. With
    /// `resetsAdapter` an adapter that hears nothing for minutes, and has no link, is switched off and on, once an hour at
    /// most.
    public convenience init(
        adapter: String? = nil, companies: Set<UInt16>, patterns: [AdvertisementPattern] = [], clock: any NightClock,
        resetsAdapter: Bool = false
    ) {
        self.init(
            .system, adapter: adapter, companies: companies, patterns: patterns, clock: clock,
            resetsAdapter: resetsAdapter,
            marks: { AdapterMark(ofAdapter: $0) })
    }

    init(
        _ bus: BusConnection.Address, adapter: String?, companies: Set<UInt16>, patterns: [AdvertisementPattern] = [],
        clock: any NightClock, resetsAdapter: Bool = false,
        marks: @escaping @Sendable (String) -> AdapterMark? = { _ in nil }
    ) {
        client = BlueZClient(
            bus, clock: clock, patterns: patterns, mayResetAdapter: resetsAdapter, marks: marks)
        self.adapter = adapter
        self.companies = companies
    }

    /// Passive where bluetoothd reports devices by itself, which it does with `--experimental`.
    public var listeningMode: ListeningMode? { get async { await client.monitor.isActive ? .passive : .active } }

    /// Has bluetoothd look for devices, and returns when it does.
    ///
    /// Throws `transport_unavailable` when bluetoothd does not search after several attempts. Attentive listening throws it
    /// also when there is no adapter that is on; occasional listening waits for one. The stream ends when the bus itself is
    /// lost, or when bluetoothd does not search any more.
    public func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        let listener = try await listener(effort)
        return AsyncStream { await listener.nextAdvertisement() }
    }

    /// The same as occasional listening; says when no adapter is there that is on, and what keeps bluetoothd from showing one.
    public func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        let listener = try await listener(.occasional)
        return AsyncStream { await listener.next() }
    }

    private func listener(_ effort: ScanEffort) async throws(GATTError) -> BlueZListener {
        try await client.open()
        if effort == .attentive { _ = try await client.adapter(adapter) }
        let listener = await BlueZListener(client, adapter: adapter, companies: companies, effort: effort)
        if await client.hasAdapter(adapter) { try await listener.begin() }
        return listener
    }

    /// Connects to a device; searches for it first if bluetoothd does not know it.
    ///
    /// Tries for 45 seconds at most while a failure may be temporary, with pauses of up to four seconds. An adapter that
    /// has no room for another connection loses the one of this process that has been idle for longest.
    public func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection
    {
        let before = try reserve(address)
        defer { links.withLock { _ = $0.connecting.remove(address) } }
        if let before {
            guard await before.hasEnded else { throw Self.taken(address) }
            // The device takes one connection at a time, and the one before may not be down yet.
            await before.disconnect()
        }
        let link = try await BlueZConnector(client: client, adapter: adapter).connect(to: address)
        links.withLock { $0.open[address] = link }
        return link
    }

    /// Has bluetoothd forget a device that is not bonded, with the services it remembers of it, and end a connection to it.
    public func forgetCharacteristics(of address: MacAddress) async -> Bool {
        guard (try? await client.open()) != nil, let adapter = try? await client.adapter(for: address, adapter),
            let device = await client.tree.device(address, of: adapter.path), !device.isBonded
        else { return false }
        return await client.devices.remove(device, of: adapter)
    }

    /// Has bluetoothd end a connection that a killed process has left open.
    public func release(_ address: MacAddress) async {
        // Without a bus there are no connections.
        guard (try? await client.open()) != nil else { return }
        await client.devices.disconnectStranger(address)
    }

    /// Has bluetoothd end all connections, and leaves the bus without waiting for them to end.
    public func close() async {
        let open = links.withLock { links in
            defer { links.open = [:] }
            return links.open.values
        }
        for link in open { await link.release() }
        await client.finish()
    }

    private func reserve(_ address: MacAddress) throws(GATTError) -> BlueZLink? {
        let (isFree, link) = links.withLock { ($0.connecting.insert(address).inserted, $0.open[address]) }
        guard isFree else { throw Self.taken(address) }
        return link
    }

    private static func taken(_ address: MacAddress) -> GATTError {
        GATTError(.connectionFailed, "\(address) is already connected here.", advice: "Try again in a moment.")
    }
}
