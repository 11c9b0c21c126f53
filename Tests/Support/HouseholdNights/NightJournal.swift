// SPDX-License-Identifier: Apache-2.0

import DeviceDocuments
import SimulatedDevice

/// What a device showed and played, as its journal has it.
struct NightJournal {
    private let states: [(at: Double, shown: NightShown)]
    /// When it did not reply.
    let lostReplies: [Double]
    /// When links began and ended.
    private let links: [(at: Double, isOpen: Bool)]

    init(_ entries: [JournalEntry], boot: Duration) {
        lostReplies = entries.filter { $0.event == .fault(RestFault.lostReply.rawValue) }.map {
            ($0.boot - boot).inSeconds
        }
        links = entries.compactMap { entry in
            switch entry.event {
            case .connect: ((entry.boot - boot).inSeconds, true)
            case .disconnect: ((entry.boot - boot).inSeconds, false)
            case .command, .fault, .state: nil
            }
        }
        states = entries.compactMap { entry in
            guard case .state(let document) = entry.event else { return nil }
            let light = NightShown.Light(
                color: NightSchedule.Color(
                    red: Int(document.light.red), green: Int(document.light.green),
                    blue: Int(document.light.blue)),
                level: Double(document.light.brightness))
            return (
                (entry.boot - boot).inSeconds,
                NightShown(
                    isOn: document.power == "on", light: light, sound: Int(document.sound.id),
                    volume: Double(document.volume))
            )
        }
    }

    /// What it showed at a time.
    func shown(at time: Double) -> NightShown {
        var (low, high) = (0, states.count)
        while low < high {
            let middle = (low + high) / 2
            if states[middle].at <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? .new : states[low - 1].shown
    }

    /// Whether Lull had a link to it at a time.
    func isLinked(at time: Double) -> Bool { links.last { $0.at <= time }?.isOpen ?? false }

    /// When a soft light swelled on it that announces a night.
    var swells: [NightFacts.Span] {
        let amber = NightSchedule.Color(red: 0xFF, green: 0x89, blue: 0x0E)
        var swells: [NightFacts.Span] = []
        var from: Double?
        for (at, shown) in states {
            let isSoft = shown.isOn && shown.light.color == amber && [38, 9].contains(shown.light.level)
            if isSoft {
                from = from ?? at
            } else if let begun = from {
                swells.append(NightFacts.Span(from: begun, to: at))
                from = nil
            }
        }
        return swells + (from.map { [NightFacts.Span(from: $0, to: .infinity)] } ?? [])
    }

    /// When it began to play a sound so loud.
    func starts(sound: Int, volume: Int) -> [Double] {
        var starts: [Double] = []
        var isPlaying = false
        for (at, shown) in states {
            let plays = shown.isOn && shown.sound == sound && Int(shown.volume) == volume
            if plays, !isPlaying { starts.append(at) }
            isPlaying = plays
        }
        return starts
    }
}
