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
    /// The course in another plan, at the same elapsed time; `old` is the plan so far.
    ///
    /// A step that ends as before keeps what somebody made of its length, and others are as long as the new plan says.
    public func following(_ plan: RoutinePlan, after old: RoutinePlan) -> RoutineCourse {
        var course = self
        course.step = max(min(step, plan.steps.count - 1), 0)
        course.lengths = lengths.filter { number, _ in
            guard plan.steps.indices.contains(number), old.steps.indices.contains(number) else { return false }
            return plan.steps[number].end == old.steps[number].end
        }
        return course
    }
}
