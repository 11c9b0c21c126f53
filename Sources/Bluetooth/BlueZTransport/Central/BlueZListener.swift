// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT

/// Receives advertisements for one consumer, and has bluetoothd look for devices meanwhile.
@BusActor
final class BlueZListener {
    private enum Phase {
        /// To be started.
        case starting
        /// Running since a boot time; for an occasional listener until another one.
        case listening(BlueZAdapter, since: Duration, until: Duration?)
        /// Comparing with what other adapters hear: the first of them is to be started, or runs until a boot time.
        case comparing([BlueZAdapter], until: Duration?, Pause)
        /// Pausing for as long as the pace says.
        case pausing(Pause)
    }

    /// The time after a window in which nobody listens; a loss of bluetoothd ends it.
    private struct Pause {
        let epoch: Int
        let since: Duration
        /// Whether the window before it heard nobody at all.
        let wasSilent: Bool
    }

    /// How long to wait after a failed start until it is tried again, and how often; each is several attempts itself.
    private static let patience = Duration.seconds(1)
    private static let trials = 2

    private let client: BlueZClient
    private let adapter: String?
    private let companies: Set<UInt16>
    private let effort: ScanEffort
    private let events: AsyncStream<ListeningEvent>
    private let continuation: AsyncStream<ListeningEvent>.Continuation
    private var phase = Phase.starting
    private var identifier: Int?
    /// For occasional listening.
    private var pace = ListeningPace()
    /// What it was said to wait for; nil while it listens.
    private var waitsFor: GATTError?
    /// When other adapters were listened with last, as a boot time.
    private var lastComparison: Duration?
    /// The listeners with further adapters that belong to this one, by adapter.
    private var besides: [ObjectPath: Int] = [:]
    /// Which change of the adapters they were compared with last; a report of a stranger is none.
    private var comparedChanges = 0

    init(_ client: BlueZClient, adapter: String?, companies: Set<UInt16>, effort: ScanEffort) {
        self.client = client
        self.adapter = adapter
        self.companies = companies
        self.effort = effort
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    isolated deinit {
        continuation.finish()
        for listener in besides.values { client.discovery.stop(listener) }
        guard let identifier else { return }
        client.mirror.removeObserver(identifier)
        client.monitor.stop(identifier)
        client.discovery.stop(identifier)
    }

    /// Begins to listen; throws when there is nothing to listen with, or bluetoothd does not search.
    ///
    /// After a report that nothing is heard, an occasional listener waits until it hears somebody, and throws if it does
    /// not in a window.
    func begin() async throws(GATTError) {
        let identifier = observe()
        try await pass(identifier)
        guard effort == .occasional else { return }
        while client.silence.isReported {
            try await client.searching { () throws(GATTError) in try await self.pass(identifier) }
        }
    }

    /// The next advertisement; ends as `next` does.
    func nextAdvertisement() async -> Advertisement? {
        while let event = await next() {
            if case .heard(let advertisement) = event { return advertisement }
        }
        return nil
    }

    /// What happens next; nil once the task is cancelled, the bus is lost, the transport closed, or bluetoothd does not
    /// search.
    func next() async -> ListeningEvent? {
        let identifier = observe()
        return await withTaskGroup(of: ListeningEvent?.self) { group in
            group.addTask { [events] in
                var iterator = events.makeAsyncIterator()
                return await iterator.next()
            }
            group.addTask {
                await self.keepListening(identifier)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func observe() -> Int {
        if let identifier { return identifier }
        let made = client.mirror.addObserver { [weak self] change in self?.take(change) }
        identifier = made
        return made
    }

    private func take(_ change: ObjectTree.Change) {
        guard let (path, advertisement) = client.mirror.advertisement(in: change),
            !companies.isDisjoint(with: advertisement.manufacturerData.keys)
        else { return }
        client.noteSignal(advertisement, at: path)
        continuation.yield(.heard(advertisement))
        // A strength alone is reported with the data that were heard before.
        if change.hasManufacturerData { pace.heard(advertisement.address) }
    }

    /// Takes a device that the monitor has found, with what it sends unasked.
    private func takeFound(_ path: ObjectPath) {
        guard let address = client.tree.device(at: path)?.address, pace.found(address),
            var advertisement = client.tree.advertisement(at: path)
        else { return }
        client.noteSignal(advertisement, at: path)
        // bluetoothd may have kept these since the last search.
        advertisement.manufacturerData = [:]
        continuation.yield(.heard(advertisement))
        // The pause may be over now.
        client.mirror.reconsider()
    }

    /// Continues where the call before ended; returns when there is nothing to listen with.
    private func keepListening(_ identifier: Int) async {
        _ = try? await client.searching { await self.passOn(identifier) }
    }

    private func passOn(_ identifier: Int) async {
        var failures = 0
        while !Task.isCancelled {
            do throws(GATTError) {
                try await pass(identifier)
                failures = 0
            } catch {
                failures += 1
                guard client.isOpen, !client.silence.isReported, failures < Self.trials || !client.isPresent,
                    (try? await client.clock.sleep(for: Self.patience)) != nil
                else { return }
            }
        }
    }

    private func pass(_ identifier: Int) async throws(GATTError) {
        switch phase {
        case .starting:
            guard let found = try await findAdapter() else { return }
            if effort == .occasional {
                client.monitor.want(identifier, on: found) { [weak self] in self?.takeFound($0) }
            }
            // What is heard first may be what shows that the search runs.
            let begin = now
            try await client.startDiscovery(identifier, on: found)
            if effort == .attentive { listen(besides: others(than: found)) }
            pace.begin(isMonitored: client.monitor.isActive)
            if waitsFor != nil { continuation.yield(.listens) }
            waitsFor = nil
            phase = .listening(found, since: begin, until: effort == .occasional ? now + ListeningPace.window : nil)
        case .listening(let adapter, let since, let until):
            let (name, listened) = (self.adapter, Set(besides.keys))
            let hasEnded = try await waitForLoss(until: until) { [effort] client in
                guard client.discovery.isRunning(on: adapter), !client.isStandIn(adapter, for: name) else {
                    return true
                }
                guard effort == .attentive else { return self.pace.isComplete ? false : nil }
                guard client.adapterChanges != self.comparedChanges else { return nil }
                self.comparedChanges = client.adapterChanges
                // One that comes or goes meanwhile joins or leaves this search.
                return Set(client.otherAdapters(than: adapter, for: name).map(\.path)) == listened ? nil : false
            }
            if effort == .attentive, !hasEnded { return listen(besides: others(than: adapter)) }
            phase = .starting
            guard !hasEnded else { return }
            client.discovery.stop(identifier)
            guard try await !client.windowEnded(since: since, on: adapter, for: self.adapter) else { return }
            let pause = Pause(
                epoch: client.mirror.epoch, since: now, wasSilent: !client.hasHeard(since: since, on: adapter))
            phase = .comparing(comparesNow ? others(than: adapter) : [], until: nil, pause)
        case .comparing(let others, let until, let pause):
            guard let other = others.first else {
                phase = .pausing(pause)
                return
            }
            let isRunning = try await compare(other, until: until, identifier)
            phase =
                isRunning
                ? .comparing(others, until: now + ListeningPace.window, pause)
                : .comparing(Array(others.dropFirst()), until: nil, pause)
        case .pausing(let pause):
            // After a loss, listen at once: somebody may be waiting for a device.
            let end = end(of: pause)
            let isOver = try await !waitForLoss(until: end) {
                pause.epoch == $0.mirror.epoch && self.end(of: pause) == end ? nil : true
            }
            // It ends sooner or later when the monitor finds somebody, or is lost.
            if isOver || pause.epoch != client.mirror.epoch { phase = .starting }
        }
    }

    /// The adapter to listen with; waits for one without a limit.
    ///
    /// An occasional listener says what it waits for, and returns nil to look again.
    private func findAdapter() async throws(GATTError) -> BlueZAdapter? {
        guard effort == .occasional else { return try await client.adapter(adapter, patience: nil) }
        do throws(GATTError) {
            guard let waitsFor else { return try await client.adapter(adapter) }
            let isThere = try await client.wait { [adapter] client -> Bool? in
                if client.hasAdapter(adapter) { return true }
                return client.missing(adapter) == waitsFor ? nil : false
            }
            // Something else is missing now, for a moment or for longer.
            return isThere ? try await client.adapter(adapter, patience: nil) : try await client.adapter(adapter)
        } catch {
            guard error.code != .cancelled, client.isOpen, error == client.missing(adapter) else { throw error }
            if error != waitsFor { continuation.yield(.waits(error)) }
            waitsFor = error
            return nil
        }
    }

    private func end(of pause: Pause) -> Duration {
        pace.end(ofPauseSince: pause.since, isMonitored: client.monitor.isActive, wasSilent: pause.wasSilent)
    }

    /// Whether to listen with other adapters after this window; with a monitor, only every few minutes.
    private var comparesNow: Bool {
        let isDue = lastComparison.map { now - $0 >= ListeningPace.longPause } ?? true
        guard !client.monitor.isActive || isDue else { return false }
        lastComparison = now
        return true
    }

    /// Listens with these other adapters as well, and with no others, for a device that only one of them hears.
    ///
    /// They search at once, as each has a session of its own in bluetoothd, and nobody who looks at a scan has to wait for
    /// their turn. Only the usual adapter has to work, so nobody learns when one of these does not.
    private func listen(besides others: [BlueZAdapter]) {
        comparedChanges = client.adapterChanges
        let wanted = Set(others.map(\.path))
        for path in besides.keys where !wanted.contains(path) {
            if let listener = besides.removeValue(forKey: path) { client.discovery.stop(listener) }
        }
        for other in others {
            let listener = besides[other.path] ?? client.mirror.makeIdentifier()
            besides[other.path] = listener
            // Also where it is wanted already: the search of an adapter that was off for a moment has ended.
            client.discovery.want(listener, on: other)
        }
    }

    private func others(than usual: BlueZAdapter) -> [BlueZAdapter] { client.otherAdapters(than: usual, for: adapter) }

    /// Starts to listen with an adapter that is not the usual one, or goes on until a boot time; returns whether it runs.
    ///
    /// It gives way to whoever else listens. Only the usual adapter has to work, so a failure of this one is none. Being
    /// cancelled leaves everything as it is, as each advertisement ends a call of `next`.
    private func compare(_ other: BlueZAdapter, until: Duration?, _ identifier: Int) async throws(GATTError) -> Bool {
        if let until {
            _ = try await waitForLoss(until: until) { $0.discovery.isRunning(on: other) ? nil : true }
        } else if !client.discovery.isWanted(besides: identifier) {
            do throws(GATTError) {
                try await client.startDiscovery(identifier, on: other)
                return true
            } catch {
                guard error.code != .cancelled, client.isOpen else { throw error }
            }
        }
        client.discovery.stop(identifier)
        return false
    }

    private var now: Duration { client.clock.now().boot }

    /// Whether `probe` found a loss before the time came.
    private func waitForLoss(
        until: Duration?, _ probe: @escaping @BusActor (BlueZClient) -> Bool?
    ) async throws(GATTError) -> Bool {
        guard let until else { return try await client.wait(for: probe) }
        do {
            return try await client.gattDeadline(max(until - now, .zero)) { [client] () throws(GATTError) in
                try await client.wait(for: probe)
            }
        } catch  where error.code == .timedOut {
            return false
        }
    }
}

extension BlueZMirror {
    /// The advertisement that a change reports, and the object of its sender; nil for any other change.
    fileprivate func advertisement(in change: ObjectTree.Change) -> (ObjectPath, Advertisement)? {
        switch change {
        case .added(let path, BlueZName.device): return tree.advertisement(at: path).map { (path, $0) }
        case .reported(let path, BlueZName.device, let properties):
            guard ["ManufacturerData", "ServiceData", "RSSI"].contains(where: { properties[$0] != nil }) else {
                return nil
            }
            return tree.advertisement(at: path).map { (path, $0) }
        case .reported, .added, .removed, .replaced: return nil
        }
    }
}

extension ObjectTree.Change {
    /// Whether manufacturer data were heard with it.
    fileprivate var hasManufacturerData: Bool {
        switch self {
        case .added: true
        case .reported(_, _, let properties): properties["ManufacturerData"] != nil
        case .removed, .replaced: false
        }
    }
}
