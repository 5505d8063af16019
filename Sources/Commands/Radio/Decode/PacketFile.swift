import Basics
import Foundation
import Radio
import Strings

/// The file of `cerca scan --decode`, a capture or text, whose packets it prints, one object each.
struct PacketFile {
    /// How many lines that can't be read may stand before the first one that can.
    private static let patience = 1000

    private let name: String
    private var text = PacketText()
    /// What was said of lines that can't be read while no other was; nil once one was.
    private var unreadable: [JSONValue]? = []

    /// The file of this name, `-` for standard input.
    init(_ name: String) {
        self.name = name
    }

    /// Prints what the packets say; throws when the file, or everything in it, can't be read.
    mutating func decode() throws {
        do {
            if name == "-" {
                try decode(FileHandle.standardInput)
            } else if let content = try? Data(contentsOf: URL(filePath: name)) {
                if try !decodeCapture(content) { try decodeText(content, isLast: true) }
            } else {
                throw CommandFailure(DeviceStrings.scanUnreadable(file: name).text)
            }
        } catch is OutputClosed {
            return
        }
    }

    /// Prints lines as they come; a capture is known by its first bytes, and is printed when it is whole.
    private mutating func decode(_ input: FileHandle) throws {
        var content = Data()
        var isText = false
        while case let more = input.availableData, !more.isEmpty {
            content += more
            isText = isText || (content.count >= 64 && !Self.isCapture(content))
            guard isText, let end = content.lastIndex(of: 0x0A) else { continue }
            try decodeText(content[...end], isLast: false)
            content = Data(content[content.index(after: end)...])
        }
        if try isText || !decodeCapture(content) { try decodeText(content, isLast: true) }
    }

    /// Whether bytes begin like a capture, readable or not.
    private static func isCapture(_ content: Data) -> Bool {
        do throws(CaptureError) {
            return try CaptureFile([UInt8](content.prefix(64))) != nil
        } catch {
            return true
        }
    }

    /// Prints the packets of a capture; false when the bytes are none.
    private func decodeCapture(_ content: Data) throws -> Bool {
        var capture: CaptureFile
        do throws(CaptureError) {
            guard let begun = try CaptureFile([UInt8](content)) else { return false }
            capture = begun
        } catch {
            throw CommandFailure(DeviceStrings.scanUnsupported(file: name, code: error.code).text)
        }
        var decoder = PacketDecoder()
        var isEmpty = true
        while true {
            let packet: CapturedPacket?
            do throws(CaptureError) {
                packet = try capture.next()
            } catch {
                guard !isEmpty else {
                    throw CommandFailure(DeviceStrings.scanUnsupported(file: name, code: error.code).text)
                }
                try write(.object(PacketDecoder.failure(error.code)))
                return true
            }
            guard let packet else { return true }
            isEmpty = false
            if let decoded = decoder.decode(packet) { try write(decoded) }
        }
    }

    private mutating func decodeText(_ content: Data, isLast: Bool) throws {
        for line in String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline) {
            try note(text.take(line))
        }
        guard isLast else { return }
        try note(text.finish())
        if unreadable?.isEmpty == false { throw noPacket }
    }

    private mutating func note(_ decoded: [JSONValue]) throws {
        for object in decoded {
            if PacketText.isUnreadable(object), unreadable != nil {
                // What btmon prints is for people: no later line has bytes either.
                if object == PacketText.noBytes {
                    throw CommandFailure(DeviceStrings.scanNoBytes(file: name).text)
                }
                unreadable?.append(object)
                if unreadable?.count == Self.patience { throw noPacket }
                continue
            }
            for earlier in unreadable ?? [] { try write(earlier) }
            unreadable = nil
            try write(object)
        }
    }

    private var noPacket: CommandFailure { CommandFailure(DeviceStrings.scanNoPacket(file: name).text) }

    private func write(_ object: JSONValue) throws { try OutputLines.write(object.compactText) }
}
