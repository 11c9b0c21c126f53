// SPDX-License-Identifier: Apache-2.0

import SleepModel
import Testing

@testable import BlueZTransport

struct AdapterChoiceTests {
    private static let near = MacAddress.address(0xA0)
    private static let far = MacAddress.address(0xA1)

    private var choice = AdapterChoice()

    private mutating func hear(_ adapter: MacAddress, _ rssi: Int?, at seconds: Int, times: Int = 1) {
        for _ in 0..<times { choice.heard(.rest, by: adapter, rssi: rssi, at: .seconds(seconds)) }
    }

    private mutating func chosen(at seconds: Int, among adapters: [MacAddress] = [near, far]) -> MacAddress? {
        choice.adapter(for: .rest, among: adapters, at: .seconds(seconds))
    }

    @Test mutating func adapter_isTheFirst_whileNobodyHearsTheDevice() {
        #expect(chosen(at: 0) == Self.near)
        #expect(chosen(at: 0, among: []) == nil)
    }

    @Test mutating func adapter_isTheOneThatHearsTheDevice_ifTheFirstDoesNot() {
        hear(Self.far, -95, at: 10)
        #expect(chosen(at: 10) == Self.far)
    }

    @Test(arguments: [(-66, true), (-65, true), (-64, false), (-60, false), (-50, false)])
    mutating func adapter_changes_onlyForAClearlyBetterSignal(other: Int, stays: Bool) {
        hear(Self.near, -70, at: 10)
        hear(Self.far, other, at: 10)
        #expect(chosen(at: 10) == (stays ? Self.near : Self.far))
    }

    @Test mutating func adapter_stays_whenTheSignalsMeetAgain() {
        hear(Self.near, -80, at: 10)
        hear(Self.far, -60, at: 10)
        #expect(chosen(at: 10) == Self.far)
        hear(Self.near, -58, at: 20, times: 40)
        #expect(chosen(at: 20) == Self.far)
        hear(Self.near, -50, at: 30, times: 40)
        #expect(chosen(at: 30) == Self.near)
    }

    @Test mutating func adapter_stays_forOneStrongReport() {
        hear(Self.near, -60, at: 10, times: 10)
        hear(Self.far, -75, at: 10, times: 10)
        hear(Self.far, -45, at: 11)
        #expect(chosen(at: 11) == Self.near)
    }

    @Test(arguments: [(300, far), (301, near)])
    mutating func report_counts_forFiveMinutes(age: Int, expected: MacAddress) {
        hear(Self.far, -40, at: 0)
        hear(Self.near, -90, at: age)
        #expect(chosen(at: age) == expected)
    }

    @Test mutating func report_startsAnew_afterAnOldOne() {
        hear(Self.near, -90, at: 0)
        hear(Self.near, -40, at: 1000)
        hear(Self.far, -60, at: 1000)
        #expect(chosen(at: 1000) == Self.near)
    }

    @Test mutating func adapter_isAnother_whenItIsGone_andComesBackWithItsSignal() {
        hear(Self.near, -80, at: 10)
        hear(Self.far, -60, at: 10)
        #expect(chosen(at: 10) == Self.far)
        #expect(chosen(at: 11, among: [Self.near]) == Self.near)
        #expect(chosen(at: 12) == Self.far)
    }

    @Test mutating func strength_isTakenForWeak_whereTheRadioTellsNone() {
        hear(Self.far, nil, at: 10)
        hear(Self.near, -94, at: 10)
        #expect(chosen(at: 10) == Self.near)
        #expect(chosen(at: 10, among: [Self.far, Self.near]) == Self.near)
    }

    @Test mutating func adapter_isPassedOver_whenItFailsTwiceInARow() {
        hear(Self.near, -50, at: 10)
        hear(Self.far, -80, at: 10)
        choice.failed(.rest, by: Self.near, at: .seconds(10))
        #expect(chosen(at: 10) == Self.near)
        choice.failed(.rest, by: Self.near, at: .seconds(11))
        #expect(chosen(at: 11) == Self.far)
        #expect(chosen(at: 11, among: [Self.near]) == Self.near)
    }

    @Test(arguments: [(311, far), (312, near)])
    mutating func adapter_isPassedOver_forFiveMinutes(time: Int, expected: MacAddress) {
        for second in [10, 11] { choice.heard(.rest, by: Self.far, rssi: -80, at: .seconds(second)) }
        for second in [10, 11] { choice.failed(.rest, by: Self.near, at: .seconds(second)) }
        hear(Self.near, -50, at: time)
        hear(Self.far, -80, at: time)
        #expect(chosen(at: time) == expected)
    }

    @Test mutating func adapter_stays_whenItGetsThroughBetweenTwoFailures() {
        hear(Self.near, -50, at: 10)
        hear(Self.far, -80, at: 10)
        choice.failed(.rest, by: Self.near, at: .seconds(10))
        choice.connected(.rest, by: Self.near)
        choice.failed(.rest, by: Self.near, at: .seconds(12))
        #expect(chosen(at: 12) == Self.near)
    }

    @Test mutating func adapter_stays_whenItsFailuresAreFarApart() {
        hear(Self.near, -50, at: 10)
        choice.failed(.rest, by: Self.near, at: .seconds(10))
        hear(Self.near, -50, at: 400)
        hear(Self.far, -80, at: 400)
        choice.failed(.rest, by: Self.near, at: .seconds(400))
        #expect(chosen(at: 400) == Self.near)
    }

    @Test mutating func adapter_isTheBetterOne_whenAllFail() {
        hear(Self.near, -50, at: 10)
        hear(Self.far, -80, at: 10)
        for adapter in [Self.near, Self.far] {
            for second in [10, 11] { choice.failed(.rest, by: adapter, at: .seconds(second)) }
        }
        #expect(chosen(at: 11) == Self.near)
    }

    @Test mutating func adapter_stays_whenItFails_andNoOtherHearsTheDevice() {
        hear(Self.near, -90, at: 10)
        for second in [10, 11] { choice.failed(.rest, by: Self.near, at: .seconds(second)) }
        #expect(chosen(at: 11) == Self.near)
    }

    @Test mutating func memory_isBounded_andForgetsWhoWasHeardLongestAgo() {
        for number in 0...255 {
            choice.heard(.address(UInt8(number)), by: Self.far, rssi: -50, at: .seconds(number))
        }
        let stranger = MacAddress(bytes: [0xD1, 0x6E, 0, 0, 1, 0]) ?? .other
        choice.heard(stranger, by: Self.far, rssi: -50, at: .seconds(256))
        #expect(choice.count == AdapterChoice.limit)
        let now = Duration.seconds(256)
        #expect(choice.adapter(for: .address(0), among: [Self.near, Self.far], at: now) == Self.near)
        #expect(choice.adapter(for: .address(1), among: [Self.near, Self.far], at: now) == Self.far)
        #expect(choice.adapter(for: stranger, among: [Self.near, Self.far], at: now) == Self.far)
    }
}
