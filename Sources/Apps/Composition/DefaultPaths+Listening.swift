// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
public import Programs

extension DefaultPaths {
    /// The socket a daemon is to listen on, in a directory that is there: `named`, else in the directory of its
    /// service, else the user's.
    public static func listeningSocket(
        _ named: String?, in directory: String? = nil
    ) throws(ControlError) -> String {
        let path = named ?? directory.map { $0 + "/lulld.sock" } ?? socket
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try StateDirectory.makeDirectory(String(path[..<slash]))
        }
        guard path != socket || isOurs(runtime) else {
            throw ControlError(
                .notAllowed, "The directory \(runtime) belongs to somebody else.",
                advice: "Give a socket with --socket.")
        }
        return path
    }
}
