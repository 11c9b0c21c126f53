// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BlueZTransport
@testable import DBus

/// What bluetoothd is asked, and when a search counts as running.
@Suite struct DiscoveryMachineTests {
    fileprivate static let busy = BusError(name: "org.bluez.Error.InProgress", message: "Operation already in progress")

    /// A machine on a clock of seconds, with the number of the last question.
    fileprivate struct Bench {
        var machine = DiscoveryMachine()
        var now = Duration.seconds(100)
        fileprivate(set) var number = 0

        /// The effects, with the number of a question noted and left out.
        mutating func take(_ effects: [DiscoveryMachine.Effect]) -> [String] {
            effects.map { effect in
                switch effect {
                case .runs: return "runs"
                case .fails(let error): return "fails \(error.name.split(separator: ".").last ?? "")"
                case .ask(let request, let number):
                    self.number = number
                    switch request {
                    case .start(let adapter): return "start \(adapter.text.suffix(4))"
                    case .stop(let adapter): return "stop \(adapter.text.suffix(4))"
                    }
                }
            }
        }

        mutating func want(_ adapter: ObjectPath?) -> [String] { take(machine.want(adapter, at: now)) }

        mutating func answer(_ error: BusError? = nil) -> [String] { take(machine.answered(number, error, at: now)) }

        mutating func prove(_ adapter: ObjectPath = .hci0) -> [String] { take(machine.proved(on: adapter)) }

        mutating func lose(_ adapter: ObjectPath = .hci0) -> [String] { take(machine.lost(adapter)) }

        mutating func pass(_ duration: Duration) -> [String] {
            now += duration
            return take(machine.advance(to: now))
        }

        /// Passes time until the machine wants to be asked.
        mutating func passOn() -> [String] {
            pass(machine.nextWake.map { $0 - now } ?? .zero)
        }
    }

    @Test func search_runs_whenBluetoothdHasAcceptedItAndShowsIt() {
        var bench = Bench()
        #expect(bench.want(.hci0) == ["start hci0"])
        #expect(bench.prove() == [])
        #expect(bench.answer() == [])
        #expect(!bench.machine.isRunning(on: .hci0))
        #expect(bench.prove() == ["runs"])
        #expect(bench.machine.isRunning(on: .hci0))
        #expect(bench.machine.nextWake == nil)
        #expect(bench.want(.hci0) == ["runs"])
        #expect(bench.want(nil) == ["stop hci0"])
        #expect(bench.answer() == [])
        #expect(bench.want(.hci0) == ["start hci0"])
    }

    /// What happens to each attempt: nothing comes of it, whatever bluetoothd says or does not say.
    enum Failure: CaseIterable {
        case refused, unanswered, silent

        fileprivate func happen(to bench: inout Bench) -> [String] {
            switch self {
            case .refused: return bench.answer(busy)
            case .unanswered: return bench.passOn()
            case .silent:
                let accepted = bench.answer()
                return accepted + bench.passOn()
            }
        }

        var name: String {
            switch self {
            case .refused: "InProgress"
            case .unanswered: "TimedOut"
            case .silent: "Silence"
            }
        }
    }

    @Test(arguments: Failure.allCases)
    func search_isStoppedAndTriedAgain_andFailsAfterFourAttempts(_ failure: Failure) {
        var bench = Bench()
        #expect(bench.want(.hci0) == ["start hci0"])
        for pause in DiscoveryMachine.pauses {
            #expect(failure.happen(to: &bench) == ["stop hci0"])
            #expect(bench.answer() == [])
            #expect(bench.machine.nextWake == bench.now + pause)
            #expect(bench.passOn() == ["start hci0"])
        }
        #expect(failure.happen(to: &bench) == ["stop hci0"])
        #expect(bench.answer() == ["fails \(failure.name)"])
        #expect(bench.machine.nextWake == nil)
        #expect(bench.want(.hci0) == ["start hci0"])
    }

    @Test func attempts_areCountedAnew_afterASearchThatRan() {
        var bench = Bench()
        _ = bench.want(.hci0)
        for _ in 1...10 {
            _ = bench.answer(Self.busy)
            _ = bench.answer()
            #expect(bench.passOn() == ["start hci0"])
            _ = bench.answer()
            #expect(bench.prove() == ["runs"])
            #expect(bench.lose() == [])
            #expect(bench.pass(.zero) == ["start hci0"])
        }
    }

    @Test func search_fails_whenItsAdapterGoesOffBeforeItRuns() {
        var bench = Bench()
        _ = bench.want(.hci0)
        #expect(bench.lose() == [])
        #expect(bench.answer() == [])
        #expect(bench.lose(.hci1) == [])
        #expect(bench.lose() == ["fails AdapterOff"])
        #expect(bench.machine.nextWake == nil)
        #expect(bench.want(.hci1) == ["start hci1"])
    }

    @Test func stopWithoutAnAnswer_holdsUpNobodyForLong() {
        var bench = Bench()
        _ = bench.want(.hci0)
        _ = bench.answer()
        _ = bench.prove()
        #expect(bench.want(nil) == ["stop hci0"])
        #expect(bench.want(.hci0) == [])
        let late = bench.number
        #expect(bench.pass(DiscoveryMachine.answerLimit) == ["start hci0"])
        #expect(bench.take(bench.machine.answered(late, nil, at: bench.now)) == [])
        #expect(bench.answer() == [])
        #expect(bench.prove() == ["runs"])
    }

    @Test func search_moves_whenAnotherAdapterIsWanted() {
        var bench = Bench()
        _ = bench.want(.hci0)
        #expect(bench.want(.hci1) == [])
        #expect(bench.answer() == ["stop hci0"])
        #expect(bench.answer() == ["start hci1"])
        #expect(bench.answer() == [])
        #expect(bench.prove(.hci0) == [])
        #expect(bench.prove(.hci1) == ["runs"])
    }

    @Test func pause_ends_whenNobodyListensAnyMore() {
        var bench = Bench()
        _ = bench.want(.hci0)
        _ = bench.answer(Self.busy)
        _ = bench.answer()
        #expect(bench.want(nil) == [])
        #expect(bench.machine.nextWake == nil)
    }

    @Test func lateAnswer_isNothing_afterBluetoothdWasReplaced() {
        var bench = Bench()
        _ = bench.want(.hci0)
        bench.machine.forget()
        #expect(bench.answer() == [])
        #expect(bench.want(.hci0) == ["start hci0"])
    }
}
