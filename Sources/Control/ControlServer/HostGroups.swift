// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The groups of the users of this host.
enum HostGroups {
    /// The names of the groups of a user, and of the group that the process runs as; it may take a while.
    static func names(of credentials: PeerCredentials) -> Set<String> {
        let numbers = numbers(of: credentials.user).union([credentials.group])
        return Set(numbers.compactMap(name(of:)))
    }

    /// The number of a group; nil if the host has none of that name.
    static func number(of name: String) -> UInt32? {
        var entry = group()
        return withBuffer { buffer, size in
            var found: UnsafeMutablePointer<group>?
            let code = getgrnam_r(name, &entry, buffer, size, &found)
            return (code, found == nil ? nil : entry.gr_gid)
        }
    }

    private static func name(of number: UInt32) -> String? {
        var entry = group()
        return withBuffer { buffer, size in
            var found: UnsafeMutablePointer<group>?
            let code = getgrgid_r(number, &entry, buffer, size, &found)
            return (code, found == nil ? nil : entry.gr_name.map { String(cString: $0) })
        }
    }

    private static func numbers(of user: UInt32) -> Set<UInt32> {
        var entry = passwd()
        return withBuffer { buffer, size in
            var found: UnsafeMutablePointer<passwd>?
            let code = getpwuid_r(user, &entry, buffer, size, &found)
            guard code == 0, found != nil else { return (code, nil) }
            // Nobody is in more groups than the kernel takes.
            var count: Int32 = 65_536
            let groups = [gid_t](unsafeUninitializedCapacity: Int(count)) { groups, filled in
                guard let start = groups.baseAddress else { return }
                filled = getgrouplist(entry.pw_name, entry.pw_gid, start, &count) >= 0 ? Int(count) : 0
            }
            return (0, Set(groups))
        } ?? []
    }

    /// Asks the user database with a larger buffer until the answer fits.
    private static func withBuffer<Value>(_ ask: (UnsafeMutablePointer<CChar>, Int) -> (Int32, Value?)) -> Value? {
        var size = 1024
        while size <= 1 << 20 {
            let (code, value) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                buffer.baseAddress.map { ask($0, size) } ?? (EINVAL, nil)
            }
            guard code == ERANGE else { return code == 0 ? value : nil }
            size *= 2
        }
        return nil
    }
}
