// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ControlServer

@Suite("What a client does")
struct ClientActivityTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let occupation: ClientActivity.Occupation
        let awaited: ClientActivity.Awaited?
        let steps: [Step]
    }

    enum Step: Sendable { case begin, watch, end, part, last, read }

    @Test(
        "A client does one thing at a time",
        arguments: [
            Case(testDescription: "connected", occupation: .idle, awaited: .request, steps: []),
            Case(testDescription: "half a request", occupation: .asking, awaited: .restOfRequest, steps: [.begin]),
            Case(testDescription: "a request", occupation: .asking, awaited: nil, steps: [.begin, .end]),
            Case(
                testDescription: "half a reply", occupation: .asking, awaited: .reading, steps: [.begin, .end, .part]),
            Case(
                testDescription: "half a reply, read", occupation: .asking, awaited: nil,
                steps: [.begin, .end, .part, .read]),
            Case(
                testDescription: "a reply", occupation: .idle, awaited: .reading,
                steps: [.begin, .end, .part, .last, .read]),
            Case(
                testDescription: "a reply, read", occupation: .idle, awaited: .request,
                steps: [.begin, .end, .part, .last, .read, .read]),
            Case(testDescription: "two requests", occupation: .asking, awaited: nil, steps: [.begin, .end, .begin]),
            Case(
                testDescription: "the second of two requests", occupation: .asking, awaited: .restOfRequest,
                steps: [.begin, .end, .begin, .last, .read]),
            Case(
                testDescription: "events", occupation: .watching, awaited: nil,
                steps: [.watch, .end, .part, .read]),
            Case(
                testDescription: "events that nobody reads", occupation: .watching, awaited: .reading,
                steps: [.watch, .end, .part]),
        ])
    func activity_followsTheParts(_ test: Case) {
        var activity = ClientActivity()
        for step in test.steps {
            switch step {
            case .begin: activity.beginRequest(isWatching: false)
            case .watch: activity.beginRequest(isWatching: true)
            case .end: activity.endRequest()
            case .part: activity.send(isLast: false)
            case .last: activity.send(isLast: true)
            case .read: activity.read()
            }
        }
        #expect(activity.occupation == test.occupation)
        #expect(activity.awaited == test.awaited)
    }
}
