import Foundation

/// The clipboard of a desktop, through the program that it comes with.
///
/// What is copied goes by standard input: other processes can read a program's arguments.
struct Clipboard: Sendable {
    /// How to write, with the way that works everywhere last.
    private let writing: [[String]]
    private let reading: [String]
    private let clearing: [String]

    /// The first program that is there for the desktop of the environment; nil when there is none.
    static func ofDesktop() -> Clipboard? {
        let environment = ProcessInfo.processInfo.environment
        var candidates: [Clipboard] = []
        if environment["WAYLAND_DISPLAY"]?.isEmpty == false {
            candidates.append(
                Clipboard(
                    // Versions that know of it tell programs that keep a history of the clipboard to leave this out.
                    writing: [
                        ["wl-copy", "--sensitive", "--type", "text/plain"], ["wl-copy", "--type", "text/plain"],
                    ],
                    reading: ["wl-paste", "--no-newline"],
                    clearing: ["wl-copy", "--clear"]))
        }
        if environment["DISPLAY"]?.isEmpty == false {
            let xclip = ["xclip", "-selection", "clipboard"]
            candidates.append(
                Clipboard(writing: [xclip + ["-in"]], reading: xclip + ["-out"], clearing: xclip + ["-in"]))
            let xsel = ["xsel", "--clipboard"]
            candidates.append(
                Clipboard(writing: [xsel + ["--input"]], reading: xsel + ["--output"], clearing: xsel + ["--clear"]))
        }
        candidates.append(Clipboard(writing: [["pbcopy"]], reading: ["pbpaste"], clearing: ["pbcopy"]))
        return candidates.first { $0.clearing.first.flatMap(path) != nil }
    }

    /// Puts text there; false when the program failed.
    func write(_ text: String) -> Bool {
        writing.contains { Self.run($0, input: Array(text.utf8)) != nil }
    }

    /// Empties it if it still holds `text`; what somebody copied since stays.
    ///
    /// Returns false when it holds something else, or the program failed.
    func clear(ifHolding text: String) -> Bool {
        guard let held = Self.run(reading, input: []), Self.isSame(held, Array(text.utf8)) else { return false }
        return Self.run(clearing, input: []) != nil
    }

    /// Whether both are the same; some programs end what they give with a line break.
    private static func isSame(_ held: [UInt8], _ text: [UInt8]) -> Bool {
        held == text || held == text + [UInt8(ascii: "\n")]
    }

    /// The file of a program in PATH.
    private static func path(_ program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
        return folders.split(separator: ":").lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    /// What a program says when it is given `input`; nil when it fails.
    private static func run(_ command: [String], input: [UInt8]) -> [UInt8]? {
        guard let program = command.first.flatMap(path) else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = Array(command.dropFirst())
        let toProgram = Pipe()
        let fromProgram = Pipe()
        let isReading = input.isEmpty && command.contains { $0.contains("out") || $0.contains("paste") }
        process.standardInput = toProgram
        // xclip stays behind to hold what was copied: it must not hold an end of our pipe.
        process.standardOutput = isReading ? fromProgram : FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        try? toProgram.fileHandleForWriting.write(contentsOf: Data(input))
        try? toProgram.fileHandleForWriting.close()
        let output = isReading ? (try? fromProgram.fileHandleForReading.read(upToCount: 1 << 20)) ?? Data() : Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Array(output) : nil
    }
}
