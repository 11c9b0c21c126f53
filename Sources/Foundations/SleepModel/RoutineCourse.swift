// SPDX-License-Identifier: Apache-2.0

/// How far people have taken a routine off the course of its plan; all times count from the start of the run.
public struct RoutineCourse: Hashable, Codable, Sendable {
    /// The step that somebody went to last, from 0; those before it are over.
    public var step: Int
    /// When that step began; a pause moves it on.
    public var begins: Duration
    /// The steps, by number, that are not as long as planned.
    public var lengths: [Int: Duration]
    /// How often a step, by number, began again.
    public var rounds: [Int: Int]
    /// When somebody paused it; nil while time goes on.
    public var pausedAt: Duration?

    /// Makes a course; without arguments, that of the plan.
    public init(
        step: Int = 0, begins: Duration = .zero, lengths: [Int: Duration] = [:], rounds: [Int: Int] = [:],
        pausedAt: Duration? = nil
    ) {
        self.step = step
        self.begins = begins
        self.lengths = lengths
        self.rounds = rounds
        self.pausedAt = pausedAt
    }
}

extension RoutineCourse {
    /// The course in another plan, at the same elapsed time; the steps are as long as that plan says.
    public func following(_ plan: RoutinePlan) -> RoutineCourse {
        var course = self
        course.step = max(min(step, plan.steps.count - 1), 0)
        course.lengths = [:]
        return course
    }
}
