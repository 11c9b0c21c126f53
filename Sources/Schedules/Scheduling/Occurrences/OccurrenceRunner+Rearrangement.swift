// SPDX-License-Identifier: Apache-2.0

extension OccurrenceRunner {
    /// Follows a rearrangement that is on disk already, with the ends of what it ends.
    ///
    /// What began since then is ended too. Throws when that cannot be written, which is tried again later.
    public func follow(_ rearrangement: Rearrangement) async throws {
        // Ends that are on disk are refused, as an end is final; what is left are those of what began meanwhile.
        try await change { machine, sample in machine.occurrences.take(rearrangement, at: sample) }
    }
}
