#if os(Linux)
    import Crypto
    import Foundation

    /// Keeps what unwraps keys with the user's Secret Service (`org.freedesktop.secrets`), which the login opens.
    ///
    /// A file has the device's key under a random one, and that one is an item of the service's default collection. It
    /// is never prompted for: a command that somebody else started would ask for the keyring's password. The session is
    /// `plain`, since who can read the user's bus can ask the service as well.
    struct SecretServiceWrapper: KeyWrapper {
        private static let service = "org.freedesktop.secrets"
        private static let root = "/org/freedesktop/secrets"
        private static let interface = "org.freedesktop.Secret"
        private static let label = "Cerca: key of a vault on this device"

        var protection: KeyProtection { .secretService }

        /// Whether a session bus is named at all, so that nothing is loaded where there is none.
        private static var hasBus: Bool {
            let environment = ProcessInfo.processInfo.environment
            if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
            guard let runtime = environment["XDG_RUNTIME_DIR"] else { return false }
            return access("\(runtime)/bus", F_OK) == 0
        }

        func wrap(_ key: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8] {
            let wrapping = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
            try use { bus throws(SessionBus.Failure) in
                let session = try Self.openSession(bus)
                let collection = try Self.collection(bus)
                let prompt = try bus.call(
                    Self.service, collection, "\(Self.interface).Collection", "CreateItem"
                ) { message throws(SessionBus.Failure) in
                    try message.container("a", "{sv}") { message throws(SessionBus.Failure) in
                        try Self.property("Label", "s", &message) { message throws(SessionBus.Failure) in
                            try message.append(Self.label)
                        }
                        try Self.property("Attributes", "a{ss}", &message) { message throws(SessionBus.Failure) in
                            try message.append(Self.attributes(name))
                        }
                    }
                    try message.container("r", "oayays") { message throws(SessionBus.Failure) in
                        try message.append(session, as: "o")
                        try message.append([UInt8]())
                        try message.append(wrapping)
                        try message.append("application/octet-stream")
                    }
                    try message.append(true)
                } reading: { reply throws(SessionBus.Failure) in
                    _ = try reply.text(as: "o")
                    return try reply.text(as: "o")
                }
                // What it wants to ask first, nobody is there to answer.
                guard prompt == "/" else { throw SessionBus.Failure(code: EACCES) }
            }
            return try SealedKey.seal(key, under: SymmetricKey(data: wrapping), as: name, by: protection)
        }

        func unwrap(_ wrapped: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8] {
            let wrapping = try use { bus throws(SessionBus.Failure) -> [UInt8]? in
                let session = try Self.openSession(bus)
                let found = try Self.search(bus, name)
                guard let item = found.unlocked.first else {
                    guard found.locked.isEmpty else { throw SessionBus.Failure(code: EACCES) }
                    // An empty answer of a collection that cannot be looked into says nothing.
                    _ = try Self.collection(bus)
                    return nil
                }
                return try bus.call(Self.service, item, "\(Self.interface).Item", "GetSecret") {
                    message throws(SessionBus.Failure) in
                    try message.append(session, as: "o")
                } reading: { reply throws(SessionBus.Failure) in
                    try reply.entering("r", "oayays") { reply throws(SessionBus.Failure) in
                        try reply.skip("oay")
                        let secret = try reply.bytes()
                        try reply.skip("s")
                        return secret
                    }
                }
            }
            guard let wrapping, wrapping.count == 32 else { throw .lost(protection) }
            return try SealedKey.open(wrapped, under: SymmetricKey(data: wrapping), as: name, by: protection)
        }

        func forget(_ name: String) {
            try? use { bus throws(SessionBus.Failure) in
                for item in try Self.search(bus, name).unlocked {
                    _ = try bus.call(Self.service, item, "\(Self.interface).Item", "Delete") {
                        reply throws(SessionBus.Failure) in
                        try reply.text(as: "o")
                    }
                }
            }
        }

        // MARK: The service

        private func use<Result>(
            _ body: (SessionBus) throws(SessionBus.Failure) -> Result
        ) throws(KeyWrapFault) -> Result {
            guard Self.hasBus, let bus = SessionBus() else { throw .absent(protection) }
            do throws(SessionBus.Failure) {
                return try body(bus)
            } catch {
                switch error.code {
                case EACCES: throw .locked(protection)
                // Nobody on the bus has the name and nobody can be started for it, or the bus went away.
                case EHOSTUNREACH, ENOENT, ENXIO, ENOTCONN, ECONNRESET, ECONNREFUSED: throw .absent(protection)
                default: throw .failed(protection, reason: String(cString: strerror(error.code)))
                }
            }
        }

        private static func attributes(_ name: String) -> KeyValuePairs<String, String> {
            ["xdg:schema": "cerca.vault.DeviceKey", "key": name]
        }

        private static func property(
            _ name: String, _ type: String, _ message: inout BusMessage,
            _ body: (inout BusMessage) throws(SessionBus.Failure) -> Void
        ) throws(SessionBus.Failure) {
            try message.container("e", "sv") { message throws(SessionBus.Failure) in
                try message.append("\(interface).Item.\(name)")
                try message.container("v", type, body)
            }
        }

        private static func openSession(_ bus: SessionBus) throws(SessionBus.Failure) -> String {
            try bus.call(service, root, "\(interface).Service", "OpenSession") { message throws(SessionBus.Failure) in
                try message.append("plain")
                try message.container("v", "s") { message throws(SessionBus.Failure) in try message.append("") }
            } reading: { reply throws(SessionBus.Failure) in
                try reply.skip("v")
                return try reply.text(as: "o")
            }
        }

        /// The default collection, if it is there and unlocked.
        private static func collection(_ bus: SessionBus) throws(SessionBus.Failure) -> String {
            let path = try bus.call(service, root, "\(interface).Service", "ReadAlias") {
                message throws(SessionBus.Failure) in
                try message.append("default")
            } reading: { reply throws(SessionBus.Failure) in
                try reply.text(as: "o")
            }
            guard path != "/" else { throw SessionBus.Failure(code: ENOENT) }
            let isLocked = try bus.call(service, path, "org.freedesktop.DBus.Properties", "Get") {
                message throws(SessionBus.Failure) in
                try message.append("\(interface).Collection")
                try message.append("Locked")
            } reading: { reply throws(SessionBus.Failure) in
                try reply.entering("v", "b") { reply throws(SessionBus.Failure) in try reply.flag() }
            }
            guard !isLocked else { throw SessionBus.Failure(code: EACCES) }
            return path
        }

        private static func search(
            _ bus: SessionBus, _ name: String
        ) throws(SessionBus.Failure) -> (unlocked: [String], locked: [String]) {
            try bus.call(service, root, "\(interface).Service", "SearchItems") { message throws(SessionBus.Failure) in
                try message.append(attributes(name))
            } reading: { reply throws(SessionBus.Failure) in
                (try reply.texts(as: "o"), try reply.texts(as: "o"))
            }
        }
    }
#endif
