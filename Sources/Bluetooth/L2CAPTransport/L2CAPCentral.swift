// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
public import Clocks
public import GATT
public import SleepModel
import Synchronization

/// The central role over the kernel's own sockets, without bluetoothd or beside it.
///
/// It searches by the kernel's management interface, and not by commands to the adapter itself: the kernel then knows of
/// the search, goes on to make connections, chooses the commands that the adapter understands, and lets bluetoothd search
/// too. That needs `CAP_NET_ADMIN`. A connection is a socket of L2CAP on the channel of the attribute protocol, which
/// needs no right; the kernel ends it with the process.
public final class L2CAPCentral: CentralTransport {
    private struct State {
        var connecting: Set<MacAddress> = []
        /// The addresses of wanted devices that were heard, with their types.
        var heard: [MacAddress: PeripheralAddress] = [:]
    }

    /// How many devices' address types are remembered.
    private static let memory = 1024

    private let radio: any BluetoothRadio
    private let clock: any NightClock
    private let adapter: String?
    private let companies: Set<UInt16>
    private let budget: Duration
    private let closing = OneShot<Void>()
    private let links = OpenLinks()
    private let silence: RadioSilence
    private let state = Mutex(State())

    /// Uses the adapter with a name such as `hci0` or an address; nil means the one that the
    /// owner of the host has marked, or the first that is on.
    ///
    /// Only advertisements with manufacturer data of one of the `companies` are heard. The clock is the real one. With
    /// `resetsAdapter` an adapter that hears nothing for minutes, and has no link, is switched off and on, once an hour at
    /// most.
    public convenience init(
        adapter: String? = nil, companies: Set<UInt16>, clock: any NightClock, resetsAdapter: Bool = false
    ) {
        self.init(
            KernelRadio(), adapter: adapter, companies: companies, clock: clock, resetsAdapter: resetsAdapter)
    }

    init(
        _ radio: any BluetoothRadio, adapter: String?, companies: Set<UInt16>, clock: any NightClock,
        budget: Duration = ConnectionAttempts.budget, resetsAdapter: Bool = false
    ) {
        self.radio = radio
        self.adapter = adapter
        self.companies = companies
        self.clock = clock
        self.budget = budget
        silence = RadioSilence(mayReset: resetsAdapter)
    }

    /// What this process may not do with Bluetooth, and what to do about it; nil if it may do everything.
    public static var missingRight: GATTError? { KernelRights.current().mayListen ? nil : .missingRight }

    /// Active: the kernel searches for some seconds of each minute.
    public var listeningMode: ListeningMode? { get async { .active } }

    /// Has the kernel look for devices, and returns when it does.
    ///
    /// Throws `transport_unavailable` when the kernel does not search, or the process may not make it. Attentive listening
    /// throws it also when there is no adapter that is on; occasional listening waits for one. The stream ends when the
    /// kernel does not search any more.
    public func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        let listener = try await listener(effort)
        return AsyncStream { [closing] in await closing.cancelling { await listener.nextAdvertisement() } }
    }

    /// The same as occasional listening; says when no adapter is there that is on.
    public func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        let listener = try await listener(.occasional)
        return AsyncStream { [closing] in await closing.cancelling { await listener.next() } }
    }

    private func listener(_ effort: ScanEffort) async throws(GATTError) -> L2CAPListener {
        guard !closing.isSet else { throw Self.closed }
        let listener = L2CAPListener(
            try ManagementClient(radio, clock: clock), clock: clock, adapter: adapter, companies: companies,
            effort: effort, silence: silence, links: links
        ) { [weak self] peer in self?.remember(peer) }
        try await listener.begin()
        return listener
    }

    /// Connects to a device; tries again until it is there, for 45 seconds at most.
    ///
    /// An adapter that has no room for another connection loses the one of this process that has been idle for longest.
    /// Without a type, that counts which was heard; a device that was not heard is called by a random address if its
    /// address looks like one. Throws `connection_failed` with the last reason, at once if the address is one that does
    /// not last.
    public func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection
    {
        guard !Task.isCancelled else { throw .cancellation }
        let peer = try reserve(address, kind)
        defer { state.withLock { _ = $0.connecting.remove(address) } }
        let attempt = await closing.cancelling {
            [radio, clock, adapter, budget, links, silence] () -> Result<L2CAPConnector.Connection, GATTError>? in
            let connector = L2CAPConnector(
                radio: radio, clock: clock, adapter: adapter, budget: budget, links: links,
                standIn: silence.standIn)
            do throws(GATTError) {
                return .success(try await connector.connect(to: peer))
            } catch {
                return .failure(error)
            }
        }
        guard let attempt else { throw Task.isCancelled ? .cancellation : Self.closed }
        let made = try attempt.get()
        guard !closing.isSet, links.add(made.connection, to: address, by: made.adapter) else {
            await made.connection.close()
            throw Self.closed
        }
        return made.connection
    }

    /// Does nothing: each connection discovers the characteristics anew.
    public func forgetCharacteristics(of address: MacAddress) async -> Bool { false }

    /// Does nothing: the kernel ends a process's connections with the process.
    public func release(_ address: MacAddress) async {}

    /// Ends all streams, connections, and attempts to connect; an adapter that is switched off and on is on then.
    public func close() async {
        closing.set()
        await links.closeAll()
        await silence.leaveOn(clock)
    }

    private func reserve(_ address: MacAddress, _ kind: AddressKind?) throws(GATTError) -> PeripheralAddress {
        guard !closing.isSet else { throw Self.closed }
        return try state.withLock { state throws(GATTError) in
            guard !links.has(address), state.connecting.insert(address).inserted else {
                throw GATTError(
                    .connectionFailed, "\(address) is already connected here.", advice: "Try again in a moment.")
            }
            return kind.map { PeripheralAddress(address, $0) } ?? state.heard[address]
                ?? PeripheralAddress(guessing: address)
        }
    }

    private func remember(_ peer: PeripheralAddress) {
        state.withLock { state in
            if state.heard.count >= Self.memory { state.heard = [:] }
            state.heard[peer.address] = peer
        }
    }

    private static let closed = GATTError(.unavailable, "Bluetooth is no longer in use by this process.")
}

extension OneShot where Value == Void {
    /// Returns what `body` returns, which is cancelled when this is set first.
    fileprivate func cancelling<Result: Sendable>(
        _ body: @escaping @Sendable () async -> Result?
    ) async -> Result? {
        await withTaskGroup(of: Result?.self) { group in
            group.addTask { await body() }
            group.addTask {
                await self.valueUnlessCancelled()
                return nil
            }
            var value: Result?
            for await result in group {
                group.cancelAll()
                value = value ?? result
            }
            return value
        }
    }
}
