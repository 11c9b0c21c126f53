// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import LullCommands

/// The mirror of a device, as people read it.
@Suite
struct MirrorTextTests {
    private static let seven = Instant(secondsSince1970: 1_799_996_400)

    private static func moment(
        _ role: MirrorRole, _ name: String, _ program: Int?, before minutes: Int64 = 0
    ) -> MirrorDocument.Moment {
        let identifier = ScheduleID(rawValue: name)
        return MirrorDocument.Moment(
            at: seven - .seconds(minutes * 60), local: "", does: role,
            subject: .schedule(role == .alarm ? .alarm : .bedtime, identifier), name: name, program: program)
    }

    private func mirror(
        _ isOn: Bool, _ moments: [MirrorDocument.Moment] = [], leftovers: [Int] = [], problem: String? = nil
    ) throws -> MirrorDocument {
        let address = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        return MirrorDocument(
            address: address, name: "nursery", on: isOn, moments: moments, leftovers: leftovers, problem: problem)
    }

    @Test func mirror_namesItsMomentsAndTheirPrograms() throws {
        let mirror = try mirror(
            true, [Self.moment(.wakeLight, "bedtime", 4, before: 15), Self.moment(.alarm, "up", nil)])
        #expect(
            mirror.lines(LocalTimes(host: .utc)).map(\.text) == [
                "nursery: the mirror is on.",
                "  wake light  “bedtime”  Fri 2027-01-15 06:45  program 4",
                "  alarm       “up”       Fri 2027-01-15 07:00  not seen on the device yet",
            ])
        #expect(
            Describe.mirror(mirror, LocalTimes(host: .utc))
                == "wake light Fri 2027-01-15 06:45, alarm Fri 2027-01-15 07:00 (not seen there yet)")
    }

    @Test func mirror_saysWhatIsLeft_whenItIsOff() throws {
        let words =
            "Programs 4 and 5 of “nursery” are not changed yet; Lull does that as soon as it reaches the device, "
            + "and not shortly before or while one runs."
        let off = try mirror(false, leftovers: [4, 5])
        #expect(off.lines(LocalTimes(host: .utc)).map(\.text) == ["nursery: the mirror is off.", words])
        #expect(Describe.mirror(off, LocalTimes(host: .utc)) == words)
    }

    @Test func mirror_saysThatNothingIsPlanned_andWhatIsWrong() throws {
        let on = try mirror(true, problem: "“nursery” does not answer.")
        #expect(
            on.lines(LocalTimes(host: .utc)).map(\.text) == [
                "nursery: the mirror is on; no alarm and no end of a night is planned in the next six days.",
                "“nursery” does not answer.",
            ])
        #expect(Describe.mirror(on, LocalTimes(host: .utc)) == "“nursery” does not answer.")
        #expect(Describe.mirror(try mirror(true), LocalTimes(host: .utc)) == "on, nothing planned")
    }

    @Test func log_namesTheDeviceWhoseMirrorFailed() {
        let entry = LogDocument(
            at: Self.seven, planned: nil, device: "nursery", kind: .daemon,
            name: "the mirror failed: no program is free", outcome: .failed, lateSeconds: nil, actor: .daemon)
        #expect(
            Describe.sentence(entry, LocalTimes(host: .utc)) == "nursery: the mirror failed: no program is free")
    }
}
