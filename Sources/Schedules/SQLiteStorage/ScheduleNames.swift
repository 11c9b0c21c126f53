// SPDX-License-Identifier: Apache-2.0

import GRDB
import SleepModel
import Storage

/// Which schedules have which name, as one transaction knows it.
///
/// An import saves thousands of schedules, and does not read the names of all others for each of them.
struct ScheduleNames {
    /// Names are unique among the schedules of one kind on one device.
    private struct Place: Hashable {
        var device: String
        var kind: String

        init(_ row: ScheduleRow) { (device, kind) = (row.device, row.kind.rawValue) }
    }

    /// A name in a place.
    private struct PlacedName: Hashable {
        var place: Place
        /// What `isSameName` compares.
        var name: String
    }

    private var places: Set<Place> = []
    private var identities: [PlacedName: Set<String>] = [:]
    private var names: [String: PlacedName] = [:]

    /// The identities of the other schedules that have the name of a row.
    mutating func others(like row: ScheduleRow, in database: Database) throws -> Set<String> {
        let place = Place(row)
        if places.insert(place).inserted {
            let others = try Row.fetchAll(
                database.cachedStatement(sql: "SELECT id, name FROM schedules WHERE device = ? AND kind = ?"),
                arguments: [place.device, place.kind])
            for other in others { note(other["id"], other["name"], in: place) }
        }
        return identities[PlacedName(place: place, name: row.name.comparedName), default: []].subtracting([row.id])
    }

    /// Notes a row that was saved, in place of the one with its identity.
    mutating func save(_ row: ScheduleRow) {
        remove(row.id)
        note(row.id, row.name, in: Place(row))
    }

    /// Notes that the schedule with an identity was removed.
    mutating func remove(_ identity: String) {
        if let old = names.removeValue(forKey: identity) { identities[old]?.remove(identity) }
    }

    private mutating func note(_ identity: String, _ name: String, in place: Place) {
        let placed = PlacedName(place: place, name: name.comparedName)
        names[identity] = placed
        identities[placed, default: []].insert(identity)
    }
}
