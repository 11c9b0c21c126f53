// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BlueZTransport
@testable import DBus

/// What bluetoothd is asked about a monitor, and when one counts as active.
@Suite struct MonitorMachineTests {
    private static let refusal = BusError(name: "org.bluez.Error.NotSupported", message: "")

    /// A machine on a clock of seconds, with the number of the last question.
    private struct Bench {
        var machine = MonitorMachine()
        var now = Duration.seconds(100)
        var number = 0

        mutating func take(_ effects: [MonitorMachine.Effect]) -> [String] {
            effects.map { effect in
                switch effect {
                case .changed: return "changed"
                case .ask(let request, let number):
                    self.number = number
                    switch request {
                    case .register(let adapter): return "register \(adapter.text.suffix(4))"
                    case .unregister(let adapter): return "unregister \(adapter.text.suffix(4))"
                    }
                }
            }
        }

        mutating func want(_ adapter: ObjectPath?) -> [String] { take(machine.want(adapter, at: now)) }

        mutating func answer(_ error: BusError? = nil) -> [String] { take(machine.answered(number, error, at: now)) }

        mutating func activate() -> [String] { take(machine.activated()) }

        mutating func release() -> [String] { take(machine.released(at: now)) }

        mutating func pass(_ duration: Duration) -> [String] {
            now += duration
            return take(machine.advance(to: now))
        }

        /// Registers the monitor, which bluetoothd activates.
        mutating func begin() {
            _ = want(.hci0)
            _ = answer()
            _ = activate()
        }
    }

    @Test func monitor_isActive_whenBluetoothdHasAcceptedAndActivatedIt() {
        var bench = Bench()
        #expect(bench.want(.hci0) == ["register hci0"])
        #expect(bench.answer() == [])
        #expect(!bench.machine.isActive)
        #expect(bench.activate() == ["changed"])
        #expect(bench.machine.isActive)
        #expect(bench.want(.hci0) == [])
        #expect(bench.machine.nextWake == nil)
    }

    @Test func monitor_isActive_whenItIsActivatedBeforeTheAnswer() {
        var bench = Bench()
        _ = bench.want(.hci0)
        #expect(bench.activate() == [])
        #expect(bench.answer() == ["changed"])
        #expect(bench.machine.isActive)
    }

    @Test func monitor_isTakenBackAndRegisteredAnewAfterAPause_whenItIsRefused() {
        var bench = Bench()
        _ = bench.want(.hci0)
        #expect(bench.answer(Self.refusal) == ["unregister hci0"])
        #expect(bench.answer(Self.refusal) == [])
        #expect(bench.pass(.seconds(59)) == [])
        #expect(bench.want(.hci0) == [])
        #expect(bench.pass(.seconds(1)) == ["register hci0"])
    }

    @Test func pause_doubles_upToAnHour() {
        var bench = Bench()
        _ = bench.want(.hci0)
        var pauses: [Int64] = []
        for _ in 0..<8 {
            _ = bench.answer(Self.refusal)
            _ = bench.answer()
            let pause = (bench.machine.nextWake ?? bench.now) - bench.now
            pauses.append(pause.components.seconds)
            #expect(bench.pass(pause) == ["register hci0"])
        }
        #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600])
    }

    @Test(arguments: [false, true])
    func monitor_isTakenBack_whenBluetoothdReleasesItInsteadOfActivatingIt(isAnswered: Bool) {
        var bench = Bench()
        _ = bench.want(.hci0)
        if isAnswered {
            #expect(bench.answer() == [])
            #expect(bench.release() == ["unregister hci0"])
        } else {
            #expect(bench.release() == [])
            #expect(bench.answer() == ["unregister hci0"])
        }
    }

    @Test func monitor_isTakenBack_whenBluetoothdSaysNothingMore() {
        var bench = Bench()
        _ = bench.want(.hci0)
        #expect(bench.pass(MonitorMachine.answerLimit) == ["unregister hci0"])
        #expect(bench.pass(MonitorMachine.answerLimit) == [])
        #expect(bench.pass(.seconds(60)) == ["register hci0"])
        #expect(bench.answer() == [])
        #expect(bench.pass(MonitorMachine.answerLimit) == ["unregister hci0"])
    }

    @Test func monitor_isRegisteredAnewAfterAMinute_whenBluetoothdReleasesIt() {
        var bench = Bench()
        bench.begin()
        #expect(bench.release() == ["changed", "unregister hci0"])
        #expect(!bench.machine.isActive)
        #expect(bench.answer() == [])
        #expect(bench.pass(.seconds(60)) == ["register hci0"])
    }

    @Test func monitor_moves_toAnotherAdapter() {
        var bench = Bench()
        bench.begin()
        #expect(bench.want(.hci1) == ["changed", "unregister hci0"])
        #expect(bench.answer() == ["register hci1"])
    }

    @Test func monitor_isTakenBack_whenNobodyListens() {
        var bench = Bench()
        bench.begin()
        #expect(bench.want(nil) == ["changed", "unregister hci0"])
        #expect(bench.answer() == [])
        #expect(bench.machine.nextWake == nil)
    }

    @Test func monitor_isForgotten_withItsAdapterOrBluetoothd() {
        var bench = Bench()
        bench.begin()
        #expect(bench.take(bench.machine.lost(.hci1)) == [])
        #expect(bench.take(bench.machine.lost(.hci0)) == ["changed"])
        #expect(bench.want(.hci0) == ["register hci0"])
        let late = bench.number
        #expect(bench.take(bench.machine.forget()) == [])
        #expect(bench.want(.hci0) == ["register hci0"])
        #expect(bench.take(bench.machine.answered(late, nil, at: bench.now)) == [])
        #expect(bench.activate() == [])
        #expect(bench.answer() == ["changed"])
    }
}
