import Foundation
import Vault
import VaultDevice

/// Starts the agent as a process of its own session, which the terminal's end does not end.
enum AgentLaunch {
    /// Starts it and waits until it listens; false when it does not.
    ///
    /// The keys go through a pipe: neither arguments nor environment, which others can read, hold a secret.
    static func start(_ handover: AgentHandover, watching options: VaultOptions?) -> Bool {
        var keys: [Int32] = [-1, -1]
        var ready: [Int32] = [-1, -1]
        guard pipe(&keys) == 0 else { return false }
        defer { for end in keys where end >= 0 { close(end) } }
        guard pipe(&ready) == 0 else { return false }
        defer { for end in ready where end >= 0 { close(end) } }
        for end in keys + ready { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        guard spawn(arguments(options), keys: keys[0], ready: ready[1]) else { return false }
        // Only the agent holds these ends now: its death is an end of file, not a wait for ever.
        close(keys[0])
        close(ready[1])
        (keys[0], ready[1]) = (-1, -1)
        guard handover.write(to: keys[1]) else { return false }
        close(keys[1])
        keys[1] = -1
        var byte: UInt8 = 0
        while true {
            let count = read(ready[0], &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1
        }
    }

    private static func arguments(_ options: VaultOptions?) -> [String] {
        var arguments = ["cerca", "vault", "agent"]
        if let gpsd = options?.place.gpsd { arguments += ["--gpsd", gpsd] }
        if let nmea = options?.place.nmea { arguments += ["--nmea", nmea] }
        return arguments
    }

    /// Makes all that is open end with this process: a lock or a pipe of whoever started it is not the agent's to hold.
    private static func leaveNoDescriptor() -> Bool {
        guard let open = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd") else { return false }
        // The one by which the folder was read is closed again.
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        return true
    }

    private static func spawn(_ arguments: [String], keys: Int32, ready: Int32) -> Bool {
        guard let program = Bundle.main.executablePath, leaveNoDescriptor() else { return false }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, keys, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ready, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID of glibc, which Swift does not import.
        posix_spawnattr_setflags(&attributes, 0x80)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        return posix_spawn(&process, program, &actions, &attributes, &words, environ) == 0
    }
}
