// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Which of several adapters each device is called by: the one that heard it better in the last minutes.
///
/// A device stays with its adapter until another one hears it clearly better, as signals waver. An adapter that keeps
/// failing to connect to it is passed over for some minutes, if another one hears it.
struct AdapterChoice {
    /// How long a report counts, and a failure.
    static let memory = Duration.seconds(300)
    /// After how many failures in a row an adapter is passed over; one is nothing unusual on the air.
    static let patience = 2
    /// By how many dB another adapter must be better; half a dozen is what a person who walks past makes.
    static let margin = 6.0
    /// How much of the average each report is.
    static let weight = 0.25
    /// How many devices are remembered.
    static let limit = 256
    /// What counts as the strength of a report without one, in dBm: it is heard, and no more is known.
    static let unknown = -100.0

    private struct Signal {
        var strength: Double
        var at: Duration
    }

    private struct Entry {
        /// By the adapters' addresses, as names change when adapters come and go.
        var signals: [MacAddress: Signal] = [:]
        /// The connections in a row that failed, by the adapters' addresses.
        var failures: [MacAddress: Failures] = [:]
        var chosen: MacAddress?
        var lastReport = Duration.zero
    }

    private struct Failures {
        var count = 0
        var last = Duration.zero
    }

    private var entries: [MacAddress: Entry] = [:]

    /// How many devices are remembered at present.
    var count: Int { entries.count }

    /// An adapter heard a device at a boot time; `rssi` in dBm.
    mutating func heard(_ device: MacAddress, by adapter: MacAddress, rssi: Int?, at now: Duration) {
        let strength = rssi.map(Double.init) ?? Self.unknown
        var entry = entries[device] ?? Entry()
        var signal = entry.signals[adapter] ?? Signal(strength: strength, at: now)
        // What was heard long ago says nothing about now.
        if now - signal.at > Self.memory { signal.strength = strength }
        signal.strength += (strength - signal.strength) * Self.weight
        signal.at = now
        entry.signals[adapter] = signal
        entry.lastReport = now
        entries[device] = entry
        guard entries.count > Self.limit else { return }
        if let oldest = entries.min(by: { $0.value.lastReport < $1.value.lastReport }) { entries[oldest.key] = nil }
    }

    /// An adapter did not get through to a device.
    mutating func failed(_ device: MacAddress, by adapter: MacAddress, at now: Duration) {
        // One that no adapter has heard has no other adapter to be called by.
        guard var entry = entries[device] else { return }
        let before = entry.failures[adapter].flatMap { now - $0.last <= Self.memory ? $0.count : nil } ?? 0
        entry.failures[adapter] = Failures(count: before + 1, last: now)
        entries[device] = entry
    }

    /// An adapter got through to a device.
    mutating func connected(_ device: MacAddress, by adapter: MacAddress) {
        entries[device]?.failures[adapter] = nil
    }

    /// The adapter to call a device by, of those that can be used; the first of them if nobody heard it lately.
    mutating func adapter(for device: MacAddress, among adapters: [MacAddress], at now: Duration) -> MacAddress? {
        guard var entry = entries[device] else { return adapters.first }
        let strengths = entry.signals.filter { now - $0.value.at <= Self.memory }.mapValues(\.strength)
        let failing = adapters.filter { adapter in
            entry.failures[adapter].map { $0.count >= Self.patience && now - $0.last <= Self.memory } ?? false
        }
        let others = adapters.filter { !failing.contains($0) && strengths[$0] != nil }
        let usable = failing.isEmpty || others.isEmpty ? adapters : others
        guard let usual = usable.first else { return nil }
        let present = entry.chosen.flatMap { usable.contains($0) ? $0 : nil } ?? usual
        var best = present
        for adapter in usable {
            guard let strength = strengths[adapter] else { continue }
            // One that hears it at all is better than one that does not.
            guard let other = strengths[best] else {
                best = adapter
                continue
            }
            if strength > other { best = adapter }
        }
        if let before = strengths[present], let after = strengths[best], after - before < Self.margin { best = present }
        entry.chosen = best
        entries[device] = entry
        return best
    }
}
