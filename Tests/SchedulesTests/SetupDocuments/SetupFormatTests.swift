// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SetupDocuments
import SleepModel
import StorageConformance
import Testing

/// The document as people get to see it; a change here is a new version of the format.
@Suite struct SetupFormatTests {
    static let text = """
        # What was set up. What happened is in the log, and not in here.
        version: 1
        pause:
          since: 2027-03-14T07:30:00.123456789Z
          until: 2027-03-20T07:00:01
          zone: Europe/Berlin
        holidays:
        - name: school
          dates:
          - name: Spring
            date: 2027-03-02
            lasts: 2
            every: 2
            months: [3, 9]
            month-days: [16, -1]
            until: 2038-02-10
            except: [2029-03-30, 2029-03-31]
          - name: "Fair: “#1”, 'x'"
            date: 2027-03-14
            lasts: 3
          - name: no name
            date: 2027-03-20
            every: 1
          - name: Elections
            date: 2027-03-20
            every: 1
            months: [11]
            weekdays: [tue 1, sun]
        devices:
        - address: DC:06:41:DC:1A:B4
          address-type: random
          name: nursery
          product: hatch-rest
          paired: 2027-03-14T07:30:00.123456789Z
          limit:
            volume: 40%
            brightness: 50/255
            between: 20:00-07:00
          mirror: on
          pause:
            since: 0001-01-01T00:00:00Z
          schedules:
          - name: plan 0
            kind: routine
            id: plan-0
            valid-from: 2027-03-14T07:30:00.123456788Z
            settled-through: 2027-03-14T07:30:00.123456789Z
            steps:
            - light: amber 20%
              light-fade: 1m
              sound: rain
              volume: 25/255
              volume-fade: 1.5s
              for: 30m
            - light: gradient 100%
              until: 21:30:15
            - until: stopped
          - name: plan 1
            kind: alarm
            id: plan-1
            enabled: false
            at: 07:00
            days: [mon, tue, wed, thu, fri]
            zone: Europe/Berlin
            valid-from: 2027-03-14T07:30:00.123456788Z
            settled-through: 2027-03-14T07:30:00.123456789Z
            sunrise: 30m
            light: amber 20%
            sound: 19
            volume: 40%
            snooze: 9m
            overrides:
            - date: 2027-03-14
              change: skip
              since: 2027-03-14T07:30:00.123456789Z
            - date: 2027-03-15
              change: 06:30
              since: 2027-03-14T07:30:00.123456789Z
          - name: plan 3
            kind: bedtime
            id: plan-3
            at: 07:00
            days: [mon, tue, wed, thu, fri]
            zone: Europe/Berlin
            valid-from: 2027-03-14T07:30:00.123456788Z
            settled-through: 2027-03-14T07:30:00.123456789Z
            wind-down: 30m
            light: amber 20%
            sound: 7
            volume: 40/255
            wake: 06:45
            wake-light: gradient 39%
        - address: DC:06:41:DC:1A:B5
          name: "Schlafzimmer \\U0001F319 \\"links\\""
          product: "from: the future"
          paired: 2027-03-14T07:30:00.123456789Z
          pause:
            since: 9999-12-31T23:59:59.999999999Z
            from: 2027-03-20T12:30:15
            until: 2027-03-21T00:00

        """

    private static let rules = [
        """
        at: 02:30
        yearly: 02-29
        """,
        """
        at: 02:30
        yearly: 02-29
        leap-day: clamp
        """,
        """
        sun:
          event: sunrise
          offset: -23h59m59s
          earliest: 06:00
          latest: 06:00:01
          fallback: 07:00
          latitude: 69.6496
          longitude: 18.956
        days: daily
        """,
        """
        sun:
          event: sunset
          offset: 1s
          latitude: -90.0
          longitude: 0.3333333333333333
        days: daily
        """,
        """
        at:
          mon: 07:00
          sat: 09:00:01
          sun: 09:30
        days: daily
        """,
        """
        at: {}
        days: daily
        """,
        """
        at: 07:00
        days: [sat, sun]
        first: 2027-03-01
        last: 9999-12-31
        except: [0001-01-01, 2027-03-14, 2027-03-20]
        gap: skip
        overlap: both
        """,
        """
        at: 07:00
        days: daily
        last: 2027-03-02
        """,
        """
        at: 07:00
        days: daily
        not-on:
        - school
        - "a: b"
        only-on: [away]
        """,
    ]

    @Test func yaml_isThisText_forThisSetup() throws {
        var setup = SetupSamples.everything
        setup.schedules = [0, 1, 3].map { setup.schedules[$0] }
        setup.overrides.removeLast()
        #expect(try setup.yaml(sounds: SetupSamples.sounds) == Self.text)
        #expect(try SetupSamples.read(Self.text) == setup)
    }

    @Test(arguments: zip(Samples.rules, rules))
    func rule_isThisText_forEveryKind(_ rule: Recurrence, _ text: String) throws {
        var schedule = Samples.schedule()
        schedule.recurrence = rule
        let yaml = try SetupDocument(devices: [Samples.device()], schedules: [schedule]).yaml()
        let indented = text.split(separator: "\n").map { "    \($0)\n" }.joined()
        #expect(yaml.contains("    id: alarm-1\n" + indented + "    zone: Europe/Berlin\n"), "\(yaml)")
    }

    @Test(arguments: [
        "true", "False", "yes", "NO", "on", "off", "y", "n", "Null", "~", "", " ", "1", "1.5", "07:00", "a: b", "a #b",
        "-",
        "a ", " a", "[a]", "ä", "a\nb", "é",
    ])
    func name_isInQuotationMarks_whereSomeReaderWouldMistakeIt(_ name: String) throws {
        let yaml = try SetupDocument(devices: [Samples.device(name: name)]).yaml()
        #expect(yaml.contains("\n  name: \""), "\(yaml)")
    }

    @Test(arguments: ["nursery", "Kids room 2", "a-b_c.d/e", "trueish", "Onno"])
    func name_isBare_whereItIsPlainlyOne(_ name: String) throws {
        let yaml = try SetupDocument(devices: [Samples.device(name: name)]).yaml()
        #expect(yaml.contains("\n  name: \(name)\n"), "\(yaml)")
    }

    @Test func yaml_isNearlyEmpty_forAnEmptySetup() throws {
        let text = try SetupDocument().yaml()
        #expect(text == "# What was set up. What happened is in the log, and not in here.\nversion: 1\ndevices: []\n")
        #expect(try SetupSamples.read(text) == SetupDocument())
    }
}
