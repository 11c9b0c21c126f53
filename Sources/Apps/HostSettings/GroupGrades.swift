// SPDX-License-Identifier: Apache-2.0

public import ControlAPI

/// What the members of groups of the host may do.
public struct GroupGrades: Hashable, Sendable {
    /// What they may do as long as nobody sets something else: the package makes a group that may control.
    public static let usual = GroupGrades(["lull": .control])

    /// The grades, by the names of the groups.
    public let grades: [String: Grade]

    private init(_ grades: [String: Grade]) { self.grades = grades }

    /// Reads `lull=control,family=admin`, or `none`; nil for anything else, and for a group that is named twice.
    public init?(parsing text: String) {
        guard text != "none" else {
            self.init([:])
            return
        }
        var grades: [String: Grade] = [:]
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "=", omittingEmptySubsequences: false)
                .map { $0.split(separator: " ").joined(separator: " ") }
            guard parts.count == 2, !parts[0].isEmpty, let grade = Grade(rawValue: parts[1]),
                grades.updateValue(grade, forKey: parts[0]) == nil
            else { return nil }
        }
        self.init(grades)
    }
}

extension GroupGrades: CustomStringConvertible {
    /// The text that is read as these.
    public var description: String {
        grades.isEmpty ? "none" : grades.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ",")
    }
}
