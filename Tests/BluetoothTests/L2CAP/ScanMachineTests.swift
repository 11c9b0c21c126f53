// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import L2CAPTransport

/// What the kernel is asked so that an adapter searches, and when it is asked again.
@Suite struct ScanMachineTests {
    private struct Bench {
        var machine = ScanMachine()
        var now = Duration.seconds(100)

        mutating func begin() -> [ScanMachine.Effect] { machine.begin(at: now) }

        mutating func answer(_ status: ManagementStatus = .success) -> [ScanMachine.Effect] {
            machine.answered(status, at: now)
        }

        mutating func end(after duration: Duration) -> [ScanMachine.Effect] {
            now += duration
            return machine.ended(at: now)
        }

        /// Passes time until the machine wants to be asked.
        mutating func passOn() -> [ScanMachine.Effect] {
            now = machine.nextWake ?? now
            return machine.advance(to: now)
        }
    }

    @Test func search_beginsAnew_wheneverTheKernelEndsIt() {
        var bench = Bench()
        #expect(bench.begin() == [.start])
        #expect(bench.begin() == [])
        #expect(!bench.machine.isListening)
        for _ in 0..<3 {
            #expect(bench.answer() == [])
            #expect(bench.machine.isSearching)
            #expect(bench.end(after: .milliseconds(10_240)) == [.start])
        }
        #expect(bench.machine.stop() == [])
        #expect(bench.machine.nextWake == nil)
    }

    @Test func search_isStopped_onlyIfTheKernelHasAcceptedIt() {
        var bench = Bench()
        _ = bench.begin()
        _ = bench.answer()
        #expect(bench.machine.stop() == [.stop])
        #expect(bench.machine.stop() == [])
        #expect(bench.begin() == [.start])
        _ = bench.answer(.busy)
        #expect(bench.machine.stop() == [])
    }

    @Test func search_beginsAnew_whenTheReportOfItsEndIsLost() {
        var bench = Bench()
        _ = bench.begin()
        _ = bench.answer()
        #expect(bench.machine.advance(to: bench.now + .seconds(12)) == [])
        #expect(bench.passOn() == [.start])
        #expect(bench.now == .seconds(113))
    }

    @Test func search_pauses_whenAnotherProgramStopsItAtOnce() {
        var bench = Bench()
        _ = bench.begin()
        _ = bench.answer()
        #expect(bench.end(after: .milliseconds(10)) == [])
        #expect(!bench.machine.isListening)
        #expect(bench.passOn() == [.start])
        #expect(bench.now == .seconds(100) + .milliseconds(260))
    }

    @Test func machine_listensAlong_whileAnotherProgramSearches() {
        var bench = Bench()
        _ = bench.begin()
        for _ in 0..<10 {
            #expect(bench.answer(.busy) == [])
            #expect(bench.machine.isListening && !bench.machine.isSearching)
            bench.machine.heard()
            #expect(bench.passOn() == [.start])
        }
        _ = bench.answer(.busy)
        #expect(bench.end(after: .seconds(1)) == [.start])
    }

    enum Failure: CaseIterable {
        case refused, unanswered, busyAndSilent
    }

    @Test(arguments: Failure.allCases)
    func search_fails_afterFourAttempts(failure: Failure) {
        var bench = Bench()
        var effects = bench.begin()
        var pauses: [Duration] = []
        for attempt in 0..<4 {
            #expect(effects == [.start])
            switch failure {
            case .refused: effects = bench.answer(.failed)
            case .unanswered: effects = bench.passOn()
            case .busyAndSilent: effects = bench.answer(.busy) + bench.passOn()
            }
            guard attempt < 3 else { continue }
            #expect(effects == [])
            let before = bench.now
            effects = bench.passOn()
            pauses.append(bench.now - before)
        }
        let statuses: [Failure: ManagementStatus] = [.refused: .failed, .busyAndSilent: .busy]
        #expect(effects == [.fails(statuses[failure])])
        #expect(pauses == ScanMachine.pauses)
        #expect(bench.machine.nextWake == nil)
    }

    @Test func failures_areForgotten_onceSomebodyIsHeard() {
        var bench = Bench()
        _ = bench.begin()
        for _ in 0..<20 {
            #expect(bench.answer(.failed) == [])
            #expect(bench.passOn() == [.start])
            #expect(bench.answer() == [])
            bench.machine.heard()
            #expect(bench.end(after: .seconds(10)) == [.start])
        }
    }

    @Test(arguments: [
        ManagementStatus.notPowered, .blocked, .invalidIndex, .permissionDenied, .notSupported,
    ])
    func search_failsAtOnce_whenAnotherAttemptIsOfNoUse(status: ManagementStatus) {
        var bench = Bench()
        _ = bench.begin()
        #expect(bench.answer(status) == [.fails(status)])
        #expect(bench.machine.nextWake == nil)
        #expect(bench.begin() == [.start])
    }

    @Test func strangeReports_changeNothing() {
        var bench = Bench()
        #expect(bench.answer() == [])
        #expect(bench.end(after: .zero) == [])
        #expect(bench.machine.advance(to: .seconds(1000)) == [])
        #expect(bench.machine == ScanMachine())
    }
}
