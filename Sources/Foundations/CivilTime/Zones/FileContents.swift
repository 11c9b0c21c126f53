// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The result of reading a small file.
enum FileContents {
    case bytes([UInt8])
    case absent
    case tooLarge
    case unreadable(String)

    /// Reads a regular file; never waits on a pipe or device.
    init(path: String, maximumSize: Int) {
        self = FileContents.read(path: path, upTo: maximumSize + 1)
        if case .bytes(let bytes) = self, bytes.count > maximumSize { self = .tooLarge }
    }

    /// The first line of a file without the blanks around it, looking at 256 bytes.
    static func firstLine(path: String) -> String? {
        guard case .bytes(let bytes) = read(path: path, upTo: 256) else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
        let trimmed = line.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
        return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
    }

    /// Where a symbolic link leads, not followed further.
    static func linkTarget(path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        return length > 0 ? String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    private static func read(path: String, upTo limit: Int) -> FileContents {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .absent : .unreadable(String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .unreadable(String(cString: strerror(errno))) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return .absent
        default: return .unreadable("not a file")
        }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let wanted = min(limit - bytes.count, 65_536)
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                let result = Glibc.read(descriptor, buffer.baseAddress, wanted)
                failure = result < 0 ? errno : 0
                count = max(0, result)
            }
            if failure == EINTR { continue }
            guard failure == 0 else { return .unreadable(String(cString: strerror(failure))) }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return .bytes(bytes)
    }
}
