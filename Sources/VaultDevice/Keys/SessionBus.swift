#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The functions of libsystemd's D-Bus client (`sd-bus(3)`) that the Secret Service is spoken to with, loaded when
    /// there is a session bus.
    struct BusLibrary: Sendable {
        typealias Text = UnsafePointer<CChar>
        typealias Slot<Value> = UnsafeMutablePointer<Value>

        let openUser: @convention(c) (Slot<OpaquePointer?>) -> CInt
        let closeBus: @convention(c) (OpaquePointer?) -> OpaquePointer?
        let newCall: @convention(c) (OpaquePointer, Slot<OpaquePointer?>, Text, Text, Text, Text) -> CInt
        let release: @convention(c) (OpaquePointer?) -> OpaquePointer?
        let append: @convention(c) (OpaquePointer, CChar, UnsafeRawPointer?) -> CInt
        let appendArray: @convention(c) (OpaquePointer, CChar, UnsafeRawPointer?, Int) -> CInt
        let openContainer: @convention(c) (OpaquePointer, CChar, Text) -> CInt
        let closeContainer: @convention(c) (OpaquePointer) -> CInt
        let call:
            @convention(c) (OpaquePointer, OpaquePointer, UInt64, UnsafeMutableRawPointer?, Slot<OpaquePointer?>) ->
                CInt
        let enter: @convention(c) (OpaquePointer, CChar, Text) -> CInt
        let exit: @convention(c) (OpaquePointer) -> CInt
        let read: @convention(c) (OpaquePointer, CChar, UnsafeMutableRawPointer?) -> CInt
        let readArray: @convention(c) (OpaquePointer, CChar, Slot<UnsafeRawPointer?>, Slot<Int>) -> CInt
        let skip: @convention(c) (OpaquePointer, Text?) -> CInt

        /// The library, loaded at most once; nil when this machine does not have it.
        static let shared = BusLibrary()

        private init?() {
            guard let library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
            /// A function by its name; its type is the one that sd-bus.h declares.
            func function<Function>(_ name: String) throws(Missing) -> Function {
                guard let symbol = dlsym(library, name) else { throw Missing() }
                return unsafeBitCast(symbol, to: Function.self)
            }
            do {
                openUser = try function("sd_bus_open_user")
                closeBus = try function("sd_bus_flush_close_unref")
                newCall = try function("sd_bus_message_new_method_call")
                release = try function("sd_bus_message_unref")
                append = try function("sd_bus_message_append_basic")
                appendArray = try function("sd_bus_message_append_array")
                openContainer = try function("sd_bus_message_open_container")
                closeContainer = try function("sd_bus_message_close_container")
                call = try function("sd_bus_call")
                enter = try function("sd_bus_message_enter_container")
                exit = try function("sd_bus_message_exit_container")
                read = try function("sd_bus_message_read_basic")
                readArray = try function("sd_bus_message_read_array")
                skip = try function("sd_bus_message_skip")
            } catch {
                return nil
            }
        }

        private struct Missing: Error {}
    }

    /// A connection to the bus of the user's session.
    final class SessionBus {
        /// A number of `errno`.
        struct Failure: Error {
            let code: CInt
        }

        private let library: BusLibrary
        private let bus: OpaquePointer

        /// A connection to the bus that the environment names; nil when there is none.
        init?() {
            guard let library = BusLibrary.shared else { return nil }
            var bus: OpaquePointer?
            guard library.openUser(&bus) >= 0, let bus else { return nil }
            self.library = library
            self.bus = bus
        }

        deinit { _ = library.closeBus(bus) }

        /// Calls a method and waits for its answer, for 25 seconds at most.
        func call<Result>(
            _ service: String, _ path: String, _ interface: String, _ method: String,
            _ write: (inout BusMessage) throws(Failure) -> Void = { _ throws(Failure) in },
            reading body: (inout BusMessage) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            var request: OpaquePointer?
            try Self.check(library.newCall(bus, &request, service, path, interface, method))
            guard let request else { throw Failure(code: ENOMEM) }
            defer { _ = library.release(request) }
            var message = BusMessage(library: library, message: request)
            try write(&message)
            var answer: OpaquePointer?
            try Self.check(library.call(bus, request, 25_000_000, nil, &answer))
            guard let answer else { throw Failure(code: EBADMSG) }
            defer { _ = library.release(answer) }
            var reply = BusMessage(library: library, message: answer)
            return try body(&reply)
        }

        static func check(_ code: CInt) throws(Failure) {
            guard code >= 0 else { throw Failure(code: -code) }
        }
    }

    /// A message while it is written or read; letters are D-Bus types.
    struct BusMessage {
        fileprivate let library: BusLibrary
        fileprivate let message: OpaquePointer

        mutating func append(_ text: String, as type: Character = "s") throws(SessionBus.Failure) {
            let code = text.withCString { library.append(message, Self.letter(type), $0) }
            try SessionBus.check(code)
        }

        mutating func append(_ value: Bool) throws(SessionBus.Failure) {
            var number: CInt = value ? 1 : 0
            try SessionBus.check(library.append(message, Self.letter("b"), &number))
        }

        mutating func append(_ bytes: [UInt8]) throws(SessionBus.Failure) {
            let code = bytes.withUnsafeBytes {
                library.appendArray(message, Self.letter("y"), $0.baseAddress, $0.count)
            }
            try SessionBus.check(code)
        }

        mutating func container(
            _ type: Character, _ content: String, _ body: (inout BusMessage) throws(SessionBus.Failure) -> Void
        ) throws(SessionBus.Failure) {
            try SessionBus.check(library.openContainer(message, Self.letter(type), content))
            try body(&self)
            try SessionBus.check(library.closeContainer(message))
        }

        /// A dictionary of texts.
        mutating func append(_ values: KeyValuePairs<String, String>) throws(SessionBus.Failure) {
            try container("a", "{ss}") { message throws(SessionBus.Failure) in
                for (key, value) in values {
                    try message.container("e", "ss") { message throws(SessionBus.Failure) in
                        try message.append(key)
                        try message.append(value)
                    }
                }
            }
        }

        mutating func text(as type: Character = "s") throws(SessionBus.Failure) -> String {
            var text: UnsafePointer<CChar>?
            try SessionBus.check(library.read(message, Self.letter(type), &text))
            guard let text else { throw SessionBus.Failure(code: EBADMSG) }
            return String(cString: text)
        }

        mutating func flag() throws(SessionBus.Failure) -> Bool {
            var number: CInt = 0
            try SessionBus.check(library.read(message, Self.letter("b"), &number))
            return number != 0
        }

        mutating func bytes() throws(SessionBus.Failure) -> [UInt8] {
            var start: UnsafeRawPointer?
            var count = 0
            try SessionBus.check(library.readArray(message, Self.letter("y"), &start, &count))
            return Array(UnsafeRawBufferPointer(start: start, count: count))
        }

        /// The texts of an array.
        mutating func texts(as type: Character) throws(SessionBus.Failure) -> [String] {
            try entering("a", String(type)) { message throws(SessionBus.Failure) in
                var found: [String] = []
                while true {
                    var text: UnsafePointer<CChar>?
                    let code = message.library.read(message.message, Self.letter(type), &text)
                    try SessionBus.check(code)
                    guard code > 0, let text else { return found }
                    found.append(String(cString: text))
                }
            }
        }

        mutating func entering<Result>(
            _ type: Character, _ content: String, _ body: (inout BusMessage) throws(SessionBus.Failure) -> Result
        ) throws(SessionBus.Failure) -> Result {
            try SessionBus.check(library.enter(message, Self.letter(type), content))
            let result = try body(&self)
            try SessionBus.check(library.exit(message))
            return result
        }

        mutating func skip(_ types: String) throws(SessionBus.Failure) {
            try SessionBus.check(library.skip(message, types))
        }

        private static func letter(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
    }
#endif
