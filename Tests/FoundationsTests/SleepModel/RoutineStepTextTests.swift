// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@Suite
struct RoutineStepTextTests {
    private static let sounds: [String: UInt8] = ["none": 0, "ocean": 5, "rain": 7, "white noise": 3]

    let text = RoutineStepText(
        sound: { name in (sounds[name] ?? UInt8(name)).map { SoundID(rawValue: $0) } },
        soundName: { sound in sounds.first { $0.value == sound.rawValue }?.key }, soundNames: sounds.keys.sorted())

    private static let amber = RGBColor(red: 255, green: 137, blue: 14)

    private static func level(_ percent: Int) -> Level { Level(percent: percent) ?? .zero }

    private static func light(_ percent: Int, _ color: RGBColor = amber) -> Light {
        Light(.color(color), brightness: level(percent))
    }

    private static func time(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> RoutineStep.End {
        TimeOfDay(hour: hour, minute: minute, second: second).map(RoutineStep.End.at) ?? .whenStopped
    }

    /// Steps in their canonical text.
    private static let canonical: [(String, RoutineStep)] = [
        (
            "light amber 40% fade 10m; sound rain 30%; for 30m",
            RoutineStep(
                light: light(40), lightFade: .seconds(600), sound: SoundID(rawValue: 7), volume: level(30),
                end: .after(.seconds(1800)))
        ),
        (
            "light gradient 100%; until stopped",
            RoutineStep(light: Light(.gradient, brightness: .full), end: .whenStopped)
        ),
        ("light off fade 30s; for 1m", RoutineStep(light: .off, lightFade: .seconds(30), end: .after(.seconds(60)))),
        (
            "light #010203 1%; for 1h1m1s",
            RoutineStep(light: light(1, RGBColor(red: 1, green: 2, blue: 3)), end: .after(.seconds(3661)))
        ),
        ("light amber 0%; for 10m", RoutineStep(light: light(0), end: .after(.seconds(600)))),
        ("sound off; until 07:00", RoutineStep(sound: SoundID.none, end: time(7))),
        (
            "sound 99 50% fade 5m; until 07:00:30",
            RoutineStep(
                sound: SoundID(rawValue: 99), volume: level(50), volumeFade: .seconds(300),
                end: time(7, 0, 30))
        ),
        ("sound ocean; until stopped", RoutineStep(sound: SoundID(rawValue: 5), end: .whenStopped)),
        (
            "volume 0% fade 20m; for 20m",
            RoutineStep(volume: .zero, volumeFade: .seconds(1200), end: .after(.seconds(1200)))
        ),
        (
            "sound off fade 5m; for 10m",
            RoutineStep(sound: SoundID.none, volumeFade: .seconds(300), end: .after(.seconds(600)))
        ),
        (
            "sound rain 0% fade 10m; for 10m",
            RoutineStep(
                sound: SoundID(rawValue: 7), volume: .zero, volumeFade: .seconds(600), end: .after(.seconds(600)))
        ),
        (
            "light off; volume 10%; until stopped",
            RoutineStep(light: .off, volume: level(10), end: .whenStopped)
        ),
    ]

    @Test(arguments: canonical)
    func step_comesBack(text canonical: String, step: RoutineStep) throws {
        #expect(try text.steps([canonical]) == [step])
        #expect(text.texts([step]) == [canonical])
    }

    @Test(
        arguments: [
            ("light amber", "light amber 50%; until stopped"), ("light GRADIENT-not", nil),
            ("light gradient", "light gradient 50%; until stopped"),
            ("light #ff890e 40%", "light amber 40%; until stopped"),
            ("light 2000K 40%", "light amber 40%; until stopped"),
            ("  light   amber  40% ;; for   90s ; ", "light amber 40%; for 1m30s"),
            ("for 30m; sound rain", "sound rain; for 30m"), ("sound 7", "sound rain; until stopped"),
            ("sound none", "sound off; until stopped"), ("sound off; until told", "sound off; until stopped"),
            ("sound off 0% fade 5m; for 5m", "sound off fade 5m; for 5m"),
            ("light amber 40% fade 0s", "light amber 40%; until stopped"),
            ("light warm white 40% fade 5m; for 1h", "light warm-white 40% fade 5m; for 1h"),
            ("sound white noise 30%; for 1h", "sound white noise 30%; for 1h"),
            ("light amber 40; sound 7 30 fade 5m; for 1h", "light amber 40%; sound rain 30% fade 5m; for 1h"),
            ("volume 30% fade 5m; sound rain; for 1h", "sound rain 30% fade 5m; for 1h"),
            ("sound rain fade 5m; volume 30%; for 1h", "sound rain 30% fade 5m; for 1h"),
        ] as [(String, String?)])
    func step_isWrittenInOneForm(written: String, canonical: String?) {
        #expect((try? text.steps([written])).map { text.texts($0) } == canonical.map { [$0] })
    }

    @Test(
        arguments: [
            ([], "a routine needs at least one step"),
            (["sing rain; for 1m"], "“sing” is not light, sound, volume, for or until, in “sing rain; for 1m”"),
            (["light"], "“light” needs a colour, gradient or off"),
            (["light mauve"], "“mauve” is not a colour; try amber, #FF890E or 2000K"),
            (["light amber 101%"], "“101%” is not between 0% and 100%"),
            (["light amber x%"], "“x%” is not between 0% and 100%"),
            (["light amber -1%"], "“-1%” is not between 0% and 100%"),
            (["light amber 101"], "“101” is not between 0% and 100%"),
            (["sound rain 30%; volume 20%"], "the volume is said twice; say it once, as “sound rain 30%”"),
            (
                ["sound rain fade 10m; volume 20% fade 5m"],
                "the fade of the volume is said twice; say it once, as “sound rain 30% fade 10m”"
            ),
            (["light amber; light red"], "“light” is said twice, in “light amber; light red”"),
            (
                ["light amber 40% fade 10m; for 5m"],
                "a fade takes longer than the step, in “light amber 40% fade 10m; for 5m”"
            ),
            (
                ["sound rain fade 4s"],
                "a sound fades to a volume, such as “sound rain 30% fade 10m”, in “sound rain fade 4s”"
            ),
            (
                ["sound off 20% fade 4s"], "what fades to “sound off” has no volume, in “sound off 20% fade 4s”"
            ),
            (
                ["sound off fade 4s; volume 20%"],
                "what fades to “sound off” has no volume, in “sound off fade 4s; volume 20%”"
            ),
            (
                ["sound off fade 10m; for 5m"], "a fade takes longer than the step, in “sound off fade 10m; for 5m”"
            ),
            (["light amber 40% fade"], "“fade” needs a length such as 10m"),
            (["light amber 40% fade soon"], "“fade” needs a length such as 10m"),
            (["light amber 40% 50%"], "“50%” is not understood, in “light amber 40% 50%”"),
            (["light amber fade 1m 40%"], "“40%” is not understood, in “light amber fade 1m 40%”"),
            (["sound"], "“sound” needs a name, a number or off"),
            (["sound thunder"], "“thunder” is not a sound of this device"),
            (["sound rainn"], "“rainn” is not a sound of this device; did you mean “rain”?"),
            (["light ambr 40%"], "“ambr” is not a colour; did you mean “amber”?"),
            (["volume"], "“volume” needs a value such as 30%"), (["volume loud"], "“volume” needs a value such as 30%"),
            (["volume 30% now"], "“now” is not understood, in “volume 30% now”"),
            (["light amber; for"], "“for” needs a length such as 30m, in “light amber; for”"),
            (["light amber; for 0s"], "“for” needs a length such as 30m, in “light amber; for 0s”"),
            (["light amber; for -1m"], "“for” needs a length such as 30m, in “light amber; for -1m”"),
            (
                ["light amber; until"],
                "“until” needs a time such as 07:00, “told” or “stopped”, in “light amber; until”"
            ),
            (
                ["light amber; until 24:00"],
                "“until” needs a time such as 07:00, “told” or “stopped”, in “light amber; until 24:00”"
            ),
            (["for 30m"], "“for 30m” changes neither light nor sound nor volume"),
            ([""], "“” changes neither light nor sound nor volume"),
            ([" ; ; "], "“ ; ; ” changes neither light nor sound nor volume"),
            (
                ["light amber", "light off"],
                "every step but the last needs “for” or “until”, and “light amber” has neither"
            ),
            (
                ["light amber; until stopped", "light off"],
                "only the last step lasts “until stopped”; write “until told” in “light amber; until stopped”"
            ),
        ] as [([String], String)])
    func error_saysWhatIsWrong(steps: [String], message: String) {
        let error = #expect(throws: RoutineStepError.self) { try text.steps(steps) }
        #expect(error?.message == message)
    }

    @Test
    func steps_lastUntilTold_whereOthersFollow() throws {
        let written = ["light amber 40%; until told", "light off; until stopped"]
        let steps = try text.steps(written)
        #expect(steps.map(\.end) == [.whenStopped, .whenStopped])
        #expect(text.texts(steps) == written)
    }

    @Test
    func steps_areReadInOrder_andTheLastMayHaveNoEnd() throws {
        let steps = try text.steps(["light amber 40%; for 10m", "light off; until 22:00", "sound off"])
        #expect(
            steps.map(\.end) == [.after(.seconds(600)), .at(try #require(TimeOfDay(parsing: "22:00"))), .whenStopped])
    }
}
