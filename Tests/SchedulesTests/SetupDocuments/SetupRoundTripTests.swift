// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SetupDocuments
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

@Suite(.timeLimit(.minutes(1))) struct SetupRoundTripTests {
    /// What is written reads as the same, and is written again as the same text.
    @Test func setup_isReadAsItWasWritten_whateverIsInIt() throws {
        for seed in 0..<150 {
            var random = RandomSetup(seed: seed)
            let setup = random.setup()
            for sounds in [SoundNames.none, SetupSamples.sounds] {
                let text = try setup.yaml(sounds: sounds)
                let read = try SetupSamples.read(text)
                let (isSame, again) = (read == setup, try read.yaml(sounds: sounds) == text)
                #expect(isSame && again, "seed \(seed)")
            }
        }
    }

    @Test func export_isTheSameText_afterItsImportIntoAnEmptyStore() async throws {
        for seed in 1000..<1020 {
            var random = RandomSetup(seed: seed)
            let directory = try TemporaryDirectory()
            let first = try await directory.open()
            try await SetupSamples.fill(first, with: random.setup())
            let exported = try await SetupDocument(of: first).yaml()
            await first.close()

            let other = try TemporaryDirectory()
            for store in [try await other.open(), InMemoryNightStore()] as [any NightStore] {
                try await SetupSamples.fill(store, with: try SetupSamples.read(exported))
                let isSame = try await SetupDocument(of: store).yaml() == exported
                #expect(isSame, "seed \(seed)")
                await store.close()
            }
        }
    }

    @Test func everything_isReadAsItWasWritten_fromAStore() async throws {
        let store = try await SetupSamples.store(with: SetupSamples.everything)
        #expect(try await SetupDocument(of: store) == SetupSamples.everything)
        #expect(try SetupSamples.read(SetupSamples.everything.yaml()) == SetupSamples.everything)
    }

    /// Every level and every kind of length, each of which has one text only.
    @Test func values_areReadAsTheyWereWritten_overTheirWholeRanges() throws {
        var setup = SetupDocument(devices: [Samples.device()])
        let lengths: [Duration] = [
            .zero, .nanoseconds(1), .nanoseconds(999_999_999), .milliseconds(1500), .seconds(59), .seconds(3600),
            .seconds(86_399), .seconds(30 * 86_400), .seconds(30 * 86_400) - .nanoseconds(1),
        ]
        for raw in 0...255 {
            let level = Level(rawValue: UInt8(raw))
            let plan = AlarmPlan(
                sunrise: lengths[raw % lengths.count], light: Light(.gradient, brightness: level),
                sound: SoundID(rawValue: UInt8(raw)), volume: level, snooze: lengths[(raw + 1) % lengths.count])
            setup.schedules.append(Samples.schedule("a\(raw)", name: "a\(raw)", plan: .alarm(plan)))
        }
        #expect(try SetupSamples.read(setup.yaml(sounds: SetupSamples.sounds)) == setup)
        #expect(try SetupSamples.read(setup.yaml()) == setup)
    }

    @Test func yaml_leavesOut_whatBelongsToNoPairedDevice() throws {
        var setup = SetupSamples.everything
        setup.schedules.append(Samples.schedule("orphan", device: Samples.address(0), name: "orphan"))
        setup.overrides.append(Samples.skip("nobody"))
        setup.settings.devicePauses[Samples.address(0)] = Pause(since: .min, until: nil, zone: nil)
        #expect(try setup.yaml() == SetupSamples.everything.yaml())
    }
}
