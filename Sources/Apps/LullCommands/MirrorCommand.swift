// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

struct MirrorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror", abstract: "Keeps the end of the night and the next alarm on the device too.",
        discussion: """
            lull mirror nursery on
            lull mirror nursery
            lull mirror nursery off

            The device does it by itself if this computer is off: its wake light comes, the sound of the night ends, and \
            the next alarm rings. Lull uses two of its free programs, called “Lull …”, keeps them in step with what is \
            planned, and leaves all others alone.

            A program has no fade, no crescendo and no snooze; it rings for its whole time unless somebody switches the \
            device off. It goes by the device's own clock, and has a weekday and no date: if this computer stays off, it \
            comes again in a week, at the old time.
            """)

    enum Verb: String, ExpressibleByArgument, CaseIterable {
        case on, off, show
    }

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(help: "on, off or show.") var verb: Verb = .show
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let reply: GroupReply<MirrorDocument>
        switch verb {
        case .show: reply = try await options.ask(Endpoints.Each.mirror, SlotQuery(device: device))
        case .on, .off:
            let request = MirrorRequest(device: device, on: verb == .on)
            reply = try await options.ask(Endpoints.Each.setMirror, request)
        }
        try options.show(reply, asStyledLines: { $0.lines(LocalTimes()) })
    }
}

extension MirrorDocument {
    /// Where the mirror stands, a moment in each line.
    func lines(_ times: LocalTimes) -> [StyledLine] {
        let title: String =
            if on {
                moments.isEmpty
                    ? "\(name): the mirror is on; no alarm and no end of a night is planned in the next six days."
                    : "\(name): the mirror is on."
            } else {
                "\(name): the mirror is off."
            }
        var table = TextTable()
        for moment in moments {
            let program = moment.program.map { "program \($0)" } ?? "not seen on the device yet"
            table.add(
                ["  \(moment.does.words)", "“\(moment.name)”", times.text(moment.at), program],
                moment.program == nil ? .warning : nil)
        }
        let left = leftovers.isEmpty ? [] : [StyledLine(leftoverWords, .warning)]
        return [StyledLine(title)] + table.styledLines + left + Describe.warning(problem)
    }

    /// That programs are still there that are to go.
    var leftoverWords: String {
        let numbers = leftovers.map(String.init).listed
        let subject =
            leftovers.count == 1 ? "Program \(numbers) of “\(name)” is" : "Programs \(numbers) of “\(name)” are"
        return "\(subject) not changed yet; "
            + "Lull does that as soon as it reaches the device, and not shortly before or while one runs."
    }
}

extension MirrorRole {
    /// What it is in a list.
    var words: String {
        switch self {
        case .alarm: "alarm"
        case .wakeLight: "wake light"
        case .nightEnd: "end of the night"
        }
    }
}

extension Describe {
    /// The mirror in one line, for example `wake light Thu 2027-01-07 06:45, alarm Thu 2027-01-07 07:00`.
    static func mirror(_ mirror: MirrorDocument, _ times: LocalTimes) -> String {
        let moments = mirror.moments.map { moment in
            "\(moment.does.words) \(times.text(moment.at) ?? "")"
                + (moment.program == nil ? " (not seen there yet)" : "")
        }
        if let problem = mirror.problem { return problem }
        if !mirror.on { return mirror.leftoverWords }
        return moments.isEmpty ? "on, nothing planned" : moments.joined(separator: ", ")
    }
}
