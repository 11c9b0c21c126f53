// SPDX-License-Identifier: Apache-2.0

/// Which revisions the schedule may have that a request changes.
public struct RevisionCondition: Hashable, Sendable {
    /// That of the request that is answered now; nil for a request that asks for no revision.
    @TaskLocal public static var current: RevisionCondition?

    /// The revisions; nil for whichever there is.
    public let revisions: Set<String>?

    /// Reads the value of a header field `If-Match`; nil if it is none.
    public init?(ifMatch text: String) {
        guard text != "*" else {
            revisions = nil
            return
        }
        var revisions: Set<String> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let tag = item.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
            guard tag.count >= 2, tag.first == "\"", tag.last == "\"" else { return nil }
            let revision = String(tag.dropFirst().dropLast())
            guard !revision.contains("\"") else { return nil }
            revisions.insert(revision)
        }
        self.revisions = revisions
    }

    /// Throws `changed_meanwhile` for a revision that it does not allow; `name` is that of the schedule.
    public func require(_ revision: String, of name: String) throws(ControlError) {
        guard let revisions, !revisions.contains(revision) else { return }
        throw ControlError(
            .changedMeanwhile, "“\(name)” was changed meanwhile.",
            advice: "Look at it again, and repeat the change if it is still wanted.")
    }
}
