// SPDX-License-Identifier: Apache-2.0

/// What a store cannot do because the disk has too little room.
public enum StorageShortage: Hashable, Sendable {
    /// It makes every change, and has no room in reserve for the time when the disk is full.
    case noReserve(StorageError)
    /// It makes only changes about what runs, in the room that it kept in reserve.
    case onlyWhatRuns(StorageError)
}
