// SPDX-License-Identifier: Apache-2.0

import Clocks

/// Proves that a loop makes progress: whoever asks gets an answer the next time that the loop looks at the clock.
@MainActor
final class LoopQuestions {
    private var waiting: [OneShot<Void>] = []

    /// Whether nobody waits.
    var isEmpty: Bool { waiting.isEmpty }

    /// Asks; the answer is set when the loop looks.
    func ask() -> OneShot<Void> {
        let question = OneShot<Void>()
        waiting.append(question)
        return question
    }

    /// Forgets a question that nobody waits for any more.
    func withdraw(_ question: OneShot<Void>) {
        waiting.removeAll { $0 === question }
    }

    /// Tells everybody who asked that the loop has looked.
    func answer() {
        for question in waiting { question.set() }
        waiting = []
    }
}
