// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Yams

extension SetupDocument {
    /// The document as text, sounds by their names where they have one.
    public func yaml(sounds: SoundNames = .none) throws(SetupError) -> String {
        let writer = SetupWriter(sounds: sounds, overrides: Dictionary(grouping: overrides, by: \.schedule))
        let bundles = writer.alike(in: self)
        let bundled = Set(bundles.joined().map(\.id))
        let schedules = Dictionary(grouping: schedules.filter { !bundled.contains($0.id) }, by: \.device)
        var document = SetupPart()
        document[.version] = .word("\(Self.version)")
        document[.pause] = settings.pause.map(writer.pause)
        let calendars = holidays.calendars
        if !calendars.isEmpty { document[.holidays] = .list(calendars.map(writer.calendar)) }
        let groups = groups.groups.map { writer.group($0, bundles, of: self) }
        if !groups.isEmpty { document[.groups] = .list(groups) }
        document[.devices] = .list(
            devices.map { device in
                var part = SetupPart()
                part[.address] = .word(device.address.rawValue)
                part[.addressType] = device.addressKind.map { .word($0.rawValue) }
                part[.name] = .text(device.name)
                part[.product] = .text(device.product.rawValue)
                part[.paired] = .word(SetupText.text(device.pairedAt))
                part[.limit] = device.limit.map(writer.limit)
                if device.isMirrored { part[.mirror] = .word("on") }
                part[.pause] = settings.devicePauses[device.address].map(writer.pause)
                // A group that cannot be read is not in the document, so that its schedules are each device's own there.
                let own = (schedules[device.address] ?? []).map { $0.belonging(to: self.groups) }
                if !own.isEmpty { part[.schedules] = .list(own.map { writer.schedule($0, device.product) }) }
                return part.node
            })
        do {
            let text = try Yams.serialize(node: document.node, width: -1, allowUnicode: true)
            return "# What was set up. What happened is in the log, and not in here.\n" + text
        } catch {
            throw SetupError(.invalid, "it cannot be written as YAML: \(error)")
        }
    }
}

extension Schedule {
    /// The same schedule, without a group that is not there or does not have its device.
    fileprivate func belonging(to groups: GroupBook) -> Schedule {
        var schedule = self
        if let name = group, groups[name]?.members.contains(device) != true { schedule.group = nil }
        return schedule
    }
}

/// Keys with values, in the order they were given.
struct SetupPart {
    private var pairs: [(Node, Node)] = []

    /// Adds a key, unless its value is nil.
    subscript(key: SetupKey) -> Node? {
        get { pairs.first { $0.0.string == key.rawValue }?.1 }
        set { if let newValue { pairs.append((.word(key.rawValue), newValue)) } }
    }

    var node: Node { .mapping(Node.Mapping(pairs, Tag(.map), .block)) }
}

extension Node {
    /// A word that every reader of YAML takes for text.
    static func word(_ text: String) -> Node {
        .scalar(Node.Scalar(text, Tag(.str), .plain))
    }

    /// A text of any kind, in quotation marks unless it is plainly a name.
    static func text(_ text: String) -> Node {
        .scalar(Node.Scalar(text, Tag(.str), isPlainName(text) ? .plain : .doubleQuoted))
    }

    static func list(_ nodes: [Node]) -> Node {
        .sequence(Node.Sequence(nodes, Tag(.seq), .block))
    }

    /// A list in one line.
    static func words(_ texts: [String]) -> Node {
        .sequence(Node.Sequence(texts.map(word), Tag(.seq), .flow))
    }

    /// A list of texts of any kind, in one line where all are plainly names.
    static func texts(_ texts: [String]) -> Node {
        texts.allSatisfy(isPlainName) ? words(texts) : list(texts.map { text($0) })
    }

    /// Whether a text is letters, digits and separators, and not a word that some reader of YAML takes for a value.
    private static func isPlainName(_ text: String) -> Bool {
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isName, let first = text.first, first.isLetter, text.last != " " else { return false }
        return !["true", "false", "yes", "no", "on", "off", "y", "n", "null"].contains(text.lowercased())
    }
}
