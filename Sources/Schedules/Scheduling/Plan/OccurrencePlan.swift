// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import HeapModule

/// The next time of each of many numbers, from zero; the earliest is at hand.
///
/// A new time for a number replaces its old one, which stays in the heap until it comes up and is passed over.
public struct OccurrencePlan: Sendable {
    private struct Entry: Comparable, Sendable {
        let at: Instant
        let number: UInt32
        let version: UInt32

        static func < (left: Entry, right: Entry) -> Bool {
            left.at < right.at || left.at == right.at && left.number < right.number
        }
    }

    private var heap: Heap<Entry>
    /// The version of each number's entry that counts; even while it has none.
    private var versions: [UInt32]
    /// How many entries count.
    public private(set) var count: Int

    /// Plans everything at once; nil for a number without a time.
    public init(_ times: [Instant?] = []) {
        versions = []
        versions.reserveCapacity(times.count)
        var entries: [Entry] = []
        entries.reserveCapacity(times.count)
        for (number, time) in times.enumerated() {
            versions.append(time == nil ? 0 : 1)
            if let time { entries.append(Entry(at: time, number: UInt32(truncatingIfNeeded: number), version: 1)) }
        }
        count = entries.count
        heap = Heap(entries)
    }

    /// Sets the time of a number; nil takes it out.
    public mutating func set(_ number: Int, to time: Instant?) {
        while versions.count <= number { versions.append(0) }
        if versions[number] & 1 == 1 {
            versions[number] &+= 1
            count -= 1
        }
        if let time {
            versions[number] &+= 1
            count += 1
            heap.insert(Entry(at: time, number: UInt32(truncatingIfNeeded: number), version: versions[number]))
        }
        // An eighth, so that a plan that has doubled its room still takes less than 64 bytes for each entry.
        if heap.count > count + count / 8 + 64 { heap = Heap(heap.unordered.filter(isValid)) }
        dropInvalid()
    }

    /// The earliest time.
    public var first: Instant? { heap.min?.at }

    /// Takes out the numbers whose time is not later than `now`, earliest first.
    public mutating func popDue(at now: Instant) -> [Int] {
        var due: [Int] = []
        while let at = first, at <= now {
            let number = Int(heap.removeMin().number)
            versions[number] &+= 1
            count -= 1
            due.append(number)
            dropInvalid()
        }
        return due
    }

    /// The earliest entry always counts.
    private mutating func dropInvalid() {
        while let entry = heap.min, !isValid(entry) { heap.removeMin() }
    }

    private func isValid(_ entry: Entry) -> Bool {
        versions[Int(entry.number)] == entry.version
    }
}
