// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What is in a directory.
enum DirectoryEntries {
    /// The names in a directory but `.` and `..`, at most `limit` of them; none if it cannot be read.
    static func names(in directory: String, limit: Int = 10_000) -> [String] {
        read(directory, limit) { _ in true }
    }

    /// The names of the directories in a directory; symbolic links do not count.
    ///
    /// Some file systems do not tell what an entry is; there every name is given.
    static func folders(in directory: String, limit: Int = 10_000) -> [String] {
        read(directory, limit) { [UInt8(DT_DIR), UInt8(DT_UNKNOWN)].contains($0) }
    }

    private static func read(_ directory: String, _ limit: Int, _ isWanted: (UInt8) -> Bool) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(stream) {
            guard isWanted(entry.pointee.d_type) else { continue }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
