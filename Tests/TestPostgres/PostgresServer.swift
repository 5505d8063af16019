import Foundation

/// The PostgreSQL server that the tests use: the one named by `CERCA_TEST_POSTGRES`, or a throw-away server of our own.
///
/// Our own lives in a new directory, in memory where there is room, is reached through a socket in it, and does not sync. A shell script watches over
/// it and removes both when this process ends, however it ends, because then the script's standard input closes.
public enum PostgresServer {
    /// Why there is no server, with what to do about it.
    public struct Failure: Error, CustomStringConvertible {
        /// The reason in words.
        public let description: String
    }

    /// The URI of a database on the server, which is started by whoever asks first.
    public static func uri() async throws -> String {
        if let given = ProcessInfo.processInfo.environment["CERCA_TEST_POSTGRES"], !given.isEmpty { return given }
        return try await started.value
    }

    private static let started = Task {
        // Starting blocks for a second, which none of Swift's own threads should.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try start() }) }
        }
    }

    /// Open for as long as this process lives.
    private static let lifeline = Pipe()

    private static func start() throws -> String {
        let watcher = Process()
        watcher.executableURL = URL(fileURLWithPath: "/bin/sh")
        watcher.arguments = ["-c", script]
        watcher.standardInput = lifeline
        let output = Pipe()
        watcher.standardOutput = output
        watcher.standardError = output
        // A child of another test must not keep the server alive.
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try watcher.run()
        try output.fileHandleForWriting.close()
        var said = Data()
        while true {
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { break }
            said += piece
            let lines = String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            if let ready = lines.dropLast().first(where: { $0.hasPrefix("ready ") }) {
                return "postgres:///postgres?user=postgres&host=\(ready.dropFirst("ready ".count))"
            }
        }
        throw Failure(description: "no PostgreSQL server: \(String(decoding: said, as: UTF8.self))")
    }

    private static let script = """
        bin=/usr/lib/postgresql/15/bin
        if ! [ -x "$bin/initdb" ]; then
            echo "$bin/initdb is missing; install it with: apt-get install postgresql-15"
            exit 1
        fi
        # Tests make and drop databases by the hundred, with some 600 files each. A file system on a disk searches long for
        # a place that was not freed a moment ago; one in memory does not.
        memory=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
        [ "${memory:-0}" -ge 2097152 ] && place=/dev/shm || place=/tmp
        directory=$(mktemp -d "$place/cerca-postgres.XXXXXX") || exit 1
        as_owner() { "$@"; }
        if [ "$(id -u)" = 0 ]; then
            chown postgres "$directory"
            as_owner() { runuser -u postgres -- "$@"; }
        fi
        cd "$directory"
        clean() {
            as_owner "$bin/pg_ctl" -D "$directory/data" -m immediate stop
            cd / && rm -rf "$directory"
        }
        trap clean EXIT
        trap : HUP INT TERM
        as_owner "$bin/initdb" -D "$directory/data" -U postgres -A trust -E UTF8 --locale=C --no-sync \\
            > "$directory/log" 2>&1 || { cat "$directory/log"; exit 1; }
        as_owner "$bin/pg_ctl" -D "$directory/data" -w -l "$directory/data/log" -o "-c listen_addresses='' \\
            -c unix_socket_directories='$directory' -c fsync=off -c full_page_writes=off -c max_connections=300" \\
            start > "$directory/log" 2>&1 || { cat "$directory/log" "$directory/data/log"; exit 1; }
        echo "ready $directory"
        exec > /dev/null 2>&1
        cat
        """
}
