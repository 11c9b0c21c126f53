// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

/// Operations that may mean a group of devices.
extension DaemonOptions {
    /// Asks for an operation, and prints the reply of each device as JSON or as one line of text.
    func show<Request, Reply>(
        _ endpoint: Endpoint<Request, GroupReply<Reply>>, _ request: Request, as line: (Reply) -> String
    ) async throws {
        try show(try await ask(endpoint, request), as: line)
    }

    /// Asks for an operation, and prints the reply of each device as JSON or as one line of text, with a warning below it if
    /// there is one.
    func show<Request, Reply>(
        _ endpoint: Endpoint<Request, GroupReply<Reply>>, _ request: Request, warning: (Reply) -> String?,
        as line: (Reply) -> String
    ) async throws {
        try show(
            try await ask(endpoint, request),
            asStyledLines: { [StyledLine(line($0))] + Describe.warning(warning($0)) })
    }

    /// Prints what became of a command to a device, or to those of a group.
    ///
    /// With `saysVolume` it names the volume of a device that is off, too. Throws `busy` if a ringing alarm prevents part of
    /// it, and `device_unreachable` if it waits for devices of the group.
    func show(_ reply: GroupReply<ControlResult>, saysVolume: Bool = false) throws(ControlError) {
        if reply.group == nil, let result = reply.members.first?.reply {
            return try show(result, saysVolume: saysVolume)
        }
        let waiting = reply.members.compactMap(\.reply).filter { $0.outcome == .pending }.map { Describe.result($0) }
        do throws(ControlError) {
            try show(reply, asStyledLines: { Describe.results($0, saysVolume: saysVolume) })
            for member in reply.members { try member.reply?.requireWhole() }
        } catch {
            guard !waiting.isEmpty else { throw error }
            throw ControlError(
                .deviceUnreachable, ([error.message] + waiting).joined(separator: " "), advice: error.advice)
        }
        guard waiting.isEmpty else {
            throw ControlError(
                .deviceUnreachable, waiting.joined(separator: " "),
                advice: "Plug it in, move it closer, or close the Hatch app.")
        }
    }

    /// Prints the reply of each device as JSON or as one line of text.
    func show<Reply>(_ reply: GroupReply<Reply>, as line: (Reply) -> String) throws(ControlError) {
        try show(reply, asLines: { [line($0)] })
    }

    /// Prints the reply of each device as JSON or as lines of text.
    func show<Reply>(_ reply: GroupReply<Reply>, asLines lines: (Reply) -> [String]) throws(ControlError) {
        try show(reply, asStyledLines: { lines($0).map { StyledLine($0) } })
    }

    /// Prints the reply of each device as JSON or as a block of lines.
    func show<Reply>(_ reply: GroupReply<Reply>, asBlocks block: (Reply) -> [String]) throws(ControlError) {
        guard reply.group != nil, !json else { return try show(reply, asLines: block) }
        try Output.write(lines: Array(reply.members.compactMap(\.reply).map(block).joined(separator: [""])))
        if let failure = reply.failure { throw failure }
    }

    /// Prints the reply of each device as JSON or as lines of text, some of them coloured; replies that are alike but for
    /// the device once, with the name of the group.
    ///
    /// Throws why devices of a group failed, when the replies of the others are printed.
    func show<Reply>(_ reply: GroupReply<Reply>, asStyledLines lines: (Reply) -> [StyledLine]) throws(ControlError) {
        guard let group = reply.group else {
            guard let document = reply.members.first?.reply else { return }
            return try show(document, asStyledLines: lines)
        }
        if json {
            try Output.write(json: reply.members.map(GroupEntry.init))
        } else {
            let text = Describe.replies(reply, of: group, lines)
            if !text.isEmpty { try Output.write(lines: text) }
        }
        if let failure = reply.failure { throw failure }
    }

    /// The groups, if some documents are those of one and people are to read them.
    func groups(of documents: [some GroupedDocument]) async throws -> [GroupDocument] {
        guard !json, documents.contains(where: { $0.group != nil }) else { return [] }
        return try await ask(Endpoints.groups)
    }
}

/// The reply of one device of a group as programs read it: as from a device alone, or why there is none.
private enum GroupEntry<Reply: Hashable & Codable & Sendable>: Encodable {
    private enum Key: String, CodingKey {
        case address, device, error
    }

    case reply(Reply)
    case failure(GroupReply<Reply>.Member)

    init(_ member: GroupReply<Reply>.Member) {
        self = member.reply.map { .reply($0) } ?? .failure(member)
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .reply(let reply): try reply.encode(to: encoder)
        case .failure(let member):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(member.address, forKey: .address)
            try container.encode(member.device, forKey: .device)
            try container.encode(member.error, forKey: .error)
        }
    }
}

extension GroupReply {
    /// Why devices of the group failed, as one error; nil when none did, and when others did what these had nothing for.
    var failure: ControlError? {
        var failures = members.compactMap { member in
            member.error.map { (device: member.device ?? "", error: ControlErrorDocument(body: $0).controlError) }
        }
        if members.contains(where: { $0.reply != nil }) { failures.removeAll { $0.error.code == .nothingActive } }
        let worst = failures.first { $0.error.code == .deviceUnreachable } ?? failures.first
        guard let worst else { return nil }
        let messages = failures.map { device, error in
            error.message.contains(device) ? error.message : "\(device): \(error.message)"
        }
        return ControlError(
            worst.error.code, messages.joined(separator: " "), advice: worst.error.advice,
            damaged: worst.error.damaged)
    }
}

extension Describe {
    /// What devices of a group replied: once where all of the group say the same, and else for each device, with those
    /// that keep a schedule of their own.
    static func replies<Reply>(
        _ reply: GroupReply<Reply>, of group: String, _ lines: (Reply) -> [StyledLine]
    ) -> [StyledLine] {
        let documents = reply.members.compactMap(\.reply)
        let alike = documents.compactMap { document -> [StyledLine]? in
            guard var grouped = document as? any GroupedDocument else { return nil }
            grouped.device = group
            return (grouped as? Reply).map(lines)
        }
        let isWhole = alike.count == reply.members.count && reply.others.isEmpty
        if isWhole, let first = alike.first, Swift.Set(alike).count == 1 { return first }
        let own = documents.flatMap { document -> [StyledLine] in
            var own = lines(document)
            if let grouped = document as? any GroupedDocument, let first = own.first,
                !first.text.contains(grouped.device)
            {
                own[0].text = "\(grouped.device): \(first.text)"
            }
            return own
        }
        let others = reply.others.compactMap { other in
            other.own.map { StyledLine("“\(other.device)” has a “\($0)” of its own, which stays as it is.") }
        }
        return own + others
    }

    /// The rows of a table, in which what is alike on all devices of a group is one row, with the name of the group; else
    /// the device of each says that it is one of the group.
    static func rows<Document: GroupedDocument>(
        _ documents: [Document], _ groups: [GroupDocument], _ cells: (Document) -> [String?]
    ) -> [[String?]] {
        let alike = documents.map { document in
            document.group.map { group in
                var alike = document
                alike.device = group
                return cells(alike)
            }
        }
        return documents.indices.compactMap { index in
            let document = documents[index]
            guard let row = alike[index], let group = groups.first(where: { $0.name == document.group }) else {
                return cells(document)
            }
            let twins = documents.indices.filter { alike[$0] == row && documents[$0].group == document.group }
            guard Swift.Set(twins.map { documents[$0].device }).count == group.members.count else {
                var single = document
                single.device = "\(document.device) of \(group.name)"
                return cells(single)
            }
            return twins.first == index ? row : nil
        }
    }
}
