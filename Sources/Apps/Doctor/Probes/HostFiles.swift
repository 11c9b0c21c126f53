// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The small files in which a host tells about itself, below a folder that stands for `/`.
struct HostFiles {
    /// The folder; empty for the host's own root.
    let root: String

    /// The most of one file that is read.
    private static let longest = 16 << 20

    /// The names in a folder, in order; none when it cannot be read.
    func names(in folder: String) -> [String] {
        guard let stream = opendir(root + folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The text of a file; nil when it cannot be read.
    ///
    /// Never waits: of a device what is there counts.
    func text(of file: String) -> String? {
        let descriptor = open(root + file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count < Self.longest {
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, count in
                let result = read(descriptor, buffer.baseAddress, 8192)
                failure = result < 0 ? errno : 0
                count = max(0, result)
            }
            // The kernel's log says EPIPE when it has dropped lines, and goes on.
            if failure == EINTR || failure == EPIPE { continue }
            if failure == EAGAIN { break }
            guard failure == 0 else { return nil }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first line of a file without the blanks around it; nil when it cannot be read.
    func line(of file: String) -> String? {
        text(of: file)?.split(whereSeparator: \.isNewline).first.map { $0.trimmed }
    }

    /// The last part of where a symbolic link leads; nil when it is none.
    func linkName(of file: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(root + file, &target, target.count)
        guard length > 0 else { return nil }
        let text = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: "/").last.map(String.init)
    }

    /// Whether there is something at a path.
    func isThere(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
