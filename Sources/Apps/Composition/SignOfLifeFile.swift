// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
import Dispatch
import Glibc
public import Household
import Synchronization

/// When a daemon on a state directory was last known to run: the time at which the file `lulld.alive` was changed.
public final class SignOfLifeFile: SignOfLife {
    private let path: String
    /// A disk that does not answer keeps nobody else waiting.
    private let queue = DispatchQueue(label: "sign of life")
    /// Whether a note is on its way.
    private let isBusy = Mutex(false)

    /// The file `path`, which the first note makes.
    init(path: String) {
        self.path = path
    }

    /// When a daemon before this one was last known to run; nil if there is no file, or if the task is cancelled before
    /// the disk answers.
    public func last() async -> Instant? {
        let answer = OneShot<Instant?>()
        queue.async { [path] in answer.set(Instant(lastChangeOf: path)) }
        return await answer.valueUnlessCancelled() ?? nil
    }

    /// Notes that this one runs.
    public func note(at now: Instant) {
        let wasBusy = isBusy.withLock { isBusy in
            defer { isBusy = true }
            return isBusy
        }
        guard !wasBusy else { return }
        queue.async { [self] in
            defer { isBusy.withLock { $0 = false } }
            let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return }
            let time = timespec(tv_sec: Int(now.secondsSince1970), tv_nsec: Int(now.nanosecond))
            _ = futimens(descriptor, [time, time])
            close(descriptor)
        }
    }
}
