// SPDX-License-Identifier: Apache-2.0

public import DeviceModules
import Glibc

/// A capture on disk.
public enum CaptureFile {
    private static let pieceLength = 1 << 16

    /// Reads a regular file, 64 KiB at a time; refuses pipes and devices.
    ///
    /// Throws if the file cannot be read or is not a capture.
    public static func read(_ path: String, codecs: [any ProductCodec]) throws(CaptureError) -> CaptureTimeline {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CaptureError(.unreadable, "\(path) is not a file.", advice: "Give the path of a capture.")
        }
        var reader = CaptureReader(codecs: codecs)
        while let piece = try piece(descriptor, path) { try reader.append(piece) }
        return try reader.finish()
    }

    private static func piece(_ descriptor: Int32, _ path: String) throws(CaptureError) -> [UInt8]? {
        var number = EINTR
        while number == EINTR {
            number = 0
            let piece = [UInt8](unsafeUninitializedCapacity: pieceLength) { buffer, count in
                let result = Glibc.read(descriptor, buffer.baseAddress, pieceLength)
                number = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if number == 0 { return piece.isEmpty ? nil : piece }
        }
        throw failure(path, number)
    }

    private static func failure(_ path: String, _ number: Int32) -> CaptureError {
        CaptureError(
            .unreadable, "\(path) cannot be read: \(String(cString: strerror(number)).lowercased()).",
            advice: "Check the path and its permissions.")
    }
}
