// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel

/// Receives advertisements for one consumer, and has the kernel look for devices meanwhile.
actor L2CAPListener {
    private enum Phase {
        /// An adapter is to be found, and the search to be started.
        case starting
        /// Listening with an adapter; for an occasional listener until a boot time.
        case listening(AdapterInformation, until: Duration?)
        /// Pausing until a boot time.
        case pausing(until: Duration)
        /// The adapter is off until a boot time, and is to be switched on then.
        case resetting(AdapterReset, until: Duration)
        /// There is nothing to listen with.
        case over
    }

    // For occasional listening. A Rest advertises several times a second, so a few seconds are enough.
    private static let window = Duration.seconds(6)
    private static let pause = Duration.seconds(54)
    /// How long to wait after an adapter refused to search, although it seems to be on.
    private static let patience = Duration.seconds(5)
    /// How long an adapter that is switched off and on stays off.
    static let resetRest = Duration.seconds(2)
    /// How many advertisements wait for the consumer.
    private static let limit = 64

    private nonisolated let management: ManagementClient
    private nonisolated let clock: any NightClock
    private let name: String?
    private let companies: Set<UInt16>
    private let effort: ScanEffort
    private nonisolated let silence: RadioSilence
    private let links: OpenLinks
    private let onAddress: @Sendable (PeripheralAddress) -> Void
    private var phase = Phase.starting
    private var machine = ScanMachine()
    /// Whether anybody was heard in this window.
    private var hasHeard = false
    private var failure: GATTError?
    /// What it was said to wait for; nil while it listens.
    private var waitsFor: GATTError?
    private var events: [ListeningEvent] = []

    /// Will listen with the adapter called `name`; `onAddress` learns the address of each wanted device with its type.
    init(
        _ management: ManagementClient, clock: any NightClock, adapter name: String?, companies: Set<UInt16>,
        effort: ScanEffort, silence: RadioSilence, links: OpenLinks,
        onAddress: @escaping @Sendable (PeripheralAddress) -> Void
    ) {
        self.management = management
        self.clock = clock
        self.name = name
        self.companies = companies
        self.effort = effort
        self.silence = silence
        self.links = links
        self.onAddress = onAddress
    }

    isolated deinit {
        switch phase {
        case .listening(let adapter, _):
            if machine.isSearching { management.post(.stopDiscovery(adapter.number)) }
        case .resetting(let reset, _): reset.switchOn()
        case .starting, .pausing, .over: break
        }
    }

    /// Begins to listen, and returns when the kernel searches; throws when there is nothing to listen with.
    ///
    /// An occasional listener without an adapter begins when there is one. After a report that nothing is heard, it waits
    /// until it hears somebody, and throws if it does not in a window.
    func begin() async throws(GATTError) {
        if effort == .occasional {
            guard try await management.adapters(called: name).contains(where: \.isReady) else { return }
        }
        try await start(patience: ManagementClient.adapterPatience)
        while !machine.isListening, events.isEmpty {
            let goesOn = await step()
            if let failure { throw failure }
            guard goesOn else { throw .cancellation }
        }
        guard effort == .occasional else { return }
        // Who waits for an adapter says so.
        while silence.isReported, waitsFor == nil {
            let goesOn = await step()
            if let failure { throw failure }
            guard goesOn else { throw .cancellation }
        }
    }

    /// The next advertisement; ends as `next` does.
    func nextAdvertisement() async -> Advertisement? {
        while let event = await next() {
            if case .heard(let advertisement) = event { return advertisement }
        }
        return nil
    }

    /// What happens next; nil once the task is cancelled or there is nothing to listen with.
    func next() async -> ListeningEvent? {
        while !Task.isCancelled {
            if !events.isEmpty { return events.removeFirst() }
            guard await step() else { return nil }
        }
        return nil
    }

    private var now: Duration { clock.now().boot }

    /// Does one thing; returns false when there is nothing to listen with any more, or the task is cancelled.
    private func step() async -> Bool {
        switch phase {
        case .starting:
            do throws(GATTError) {
                if effort == .attentive || waitsFor != nil { try await start(patience: nil) }
                if case .starting = phase { try await start(patience: ManagementClient.adapterPatience) }
            } catch {
                guard error.code == .unavailable, effort == .occasional else {
                    failure = error
                    return false
                }
                wait(for: error)
            }
        case .listening(let adapter, let until):
            let isOver = until.map { $0 <= now } ?? false
            // A report that waits to be read came in time.
            if isOver, hasHeard {
                await endWindow(on: adapter)
                return !Task.isCancelled
            }
            let wake = [machine.nextWake, until].compactMap { $0 }.min()
            if let event = await management.next(until: wake) {
                take(event, on: adapter)
            } else if Task.isCancelled {
                return false
            } else if isOver {
                await endWindow(on: adapter)
                return !Task.isCancelled
            } else if wake.map({ $0 > now }) ?? true {
                // Neither a report nor time: the socket itself has ended.
                phase = .over
            }
            if case .listening = phase { perform(machine.advance(to: now), on: adapter) }
        case .pausing(let until):
            do { try await clock.sleep(for: max(until - now, .zero)) } catch { return false }
            phase = .starting
        case .resetting(let reset, let until):
            do { try await clock.sleep(for: max(until - now, .zero)) } catch { return false }
            reset.switchOn()
            phase = .starting
        case .over: return false
        }
        return true
    }

    /// Starts to search, unless something else is missing by now than what is waited for.
    private func start(patience: Duration?) async throws(GATTError) {
        let missing = patience == nil ? waitsFor : nil
        guard
            let adapter = try await management.adapter(
                name, standIn: silence.standIn, patience: patience, waitingFor: missing)
        else { return }
        phase = .listening(adapter, until: effort == .occasional ? now + Self.window : nil)
        (machine, failure, hasHeard) = (ScanMachine(), nil, false)
        perform(machine.begin(at: now), on: adapter)
    }

    /// Ends a window, and decides what follows: a pause, or a step against silence.
    private func endWindow(on adapter: AdapterInformation) async {
        perform(machine.stop(), on: adapter)
        phase = .pausing(until: now + Self.pause)
        guard !hasHeard, !links.isAny(of: adapter.number) else { return silence.heard() }
        let linked = (try? await management.connections(of: adapter.number)) ?? []
        let other = try? await management.otherAdapter(than: adapter, called: name)
        // It ends here and is counted another time.
        guard !Task.isCancelled else { return }
        switch silence.windowEnded(other: other?.address, hasForeignLink: !linked.isEmpty, at: now) {
        case .pause: break
        case .searchAnew, .replaceAdapter: phase = .starting
        case .resetAdapter:
            guard let reset = try? management.reset(adapter) else { return }
            silence.isReset(by: reset)
            phase = .resetting(reset, until: now + Self.resetRest)
        case .report:
            failure = .silence(of: adapter.name, wasReset: silence.wasReset, besides: linked)
            phase = .over
        }
    }

    private func take(_ event: ManagementEvent, on adapter: AdapterInformation) {
        switch event {
        case .answered(ManagementCommand.startDiscovery(0).opcode, adapter.number, let status, _):
            perform(machine.answered(status, at: now), on: adapter)
        case .discovering(adapter.number, false): perform(machine.ended(at: now), on: adapter)
        case .heard(adapter.number, let peer, let rssi, let packet):
            machine.heard()
            hasHeard = true
            take(
                Advertisement(address: peer.address, addressKind: peer.kind, rssi: rssi, packet: packet), from: peer)
        // Switched off or gone: another look at the adapters tells.
        case .removed(adapter.number): phase = .starting
        case .answered, .discovering, .heard, .removed, .added, .changed, .other: return
        }
    }

    private func take(_ advertisement: Advertisement, from peer: PeripheralAddress) {
        guard !companies.isDisjoint(with: advertisement.manufacturerData.keys) else { return }
        onAddress(peer)
        append(.heard(advertisement))
    }

    private func append(_ event: ListeningEvent) {
        events.append(event)
        if events.count > Self.limit { events.removeFirst() }
    }

    private func wait(for error: GATTError) {
        if waitsFor != error { append(.waits(error)) }
        waitsFor = error
    }

    private func perform(_ effects: [ScanMachine.Effect], on adapter: AdapterInformation) {
        defer {
            if machine.isListening, waitsFor != nil {
                waitsFor = nil
                append(.listens)
            }
        }
        for effect in effects {
            switch effect {
            case .start: management.post(.startDiscovery(adapter.number))
            case .stop: management.post(.stopDiscovery(adapter.number))
            case .fails(let status): fail(status, on: adapter)
            }
        }
    }

    /// An adapter that is off or gone may come back, and an occasional listener waits for it.
    private func fail(_ status: ManagementStatus?, on adapter: AdapterInformation) {
        failure = GATTError(status, adapter: adapter.name)
        let mayComeBack = [.notPowered, .blocked, .invalidIndex].contains(status)
        guard mayComeBack, effort == .occasional else {
            phase = .over
            return
        }
        phase = .pausing(until: now + Self.patience)
        if let failure { wait(for: failure) }
    }
}
