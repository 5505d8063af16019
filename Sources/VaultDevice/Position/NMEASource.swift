import Vault

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The positions of a receiver that speaks NMEA 0183: live from a serial line or a named pipe, or the last of a file.
package struct NMEASource: PositionSource {
    /// How much of the end of a file is read, in bytes: some thousands of epochs.
    private static let tail = 1 << 20

    private let path: String
    /// Where `path` was when the source was made: an agent goes on watching it from another folder.
    private let absolutePath: String
    private let baud: Int?

    /// The receiver or the record at `path`; the speed matters to serial lines alone.
    package init(path: String, baud: Int? = nil) {
        self.path = path
        self.baud = baud
        absolutePath = path.hasPrefix("/") ? path : Self.currentFolder.map { "\($0)/\(path)" } ?? path
    }

    /// Its path.
    package var description: String { path }

    /// The next positions of a line or pipe, or the last ones of a file.
    package func fixes(_ count: Int, within limit: Duration) async throws(PositionFault) -> [Fix] {
        try await BlockingWork.run { [self] flag throws(PositionFault) in
            try read(count: max(count, 1), until: .now + limit, flag: flag)
        }
    }

    private func read(
        count: Int, until deadline: ContinuousClock.Instant, flag: StopFlag
    ) throws(PositionFault) -> [Fix] {
        // Not to become the terminal that controls this process, and not to wait for a carrier or a writer.
        let descriptor = systemOpen()
        guard descriptor >= 0 else { throw failure(errno) }
        let reader = DescriptorReader(descriptor, until: deadline, flag: flag)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        let isFile: Bool
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            isFile = true
            if status.st_size > off_t(Self.tail) { lseek(descriptor, -off_t(Self.tail), SEEK_END) }
        case S_IFIFO: isFile = false
        case S_IFCHR:
            isFile = false
            guard SerialInput.prepare(descriptor, baud: baud) else { throw failure(errno) }
        default: throw .unreachable(source: path, reason: "it is not a file, a pipe or a serial line")
        }
        return try decode(reader, count: count, isFile: isFile)
    }

    /// Live positions are done as soon as there are enough; a file is read to its end, since the last is the newest.
    private func decode(
        _ reader: borrowing DescriptorReader, count: Int, isFile: Bool
    ) throws(PositionFault) -> [Fix] {
        var decoder = NMEADecoder()
        var fixes: [Fix] = []
        var taken = 0
        do throws(DescriptorReader.End) {
            while isFile || fixes.count < count {
                let bytes = try reader.bytes()
                taken += bytes.count
                fixes = Array((fixes + decoder.append(bytes)).suffix(count))
                // A file that grows as fast as it is read has no end.
                if isFile, taken >= 2 * Self.tail { throw .ended }
            }
        } catch {
            guard error != .stopped else { throw .stopped }
            fixes = Array((fixes + decoder.finish()).suffix(count))
            if fixes.isEmpty, case .failed(let number) = error { throw failure(number) }
        }
        guard fixes.isEmpty else { return fixes }
        if decoder.withoutAccuracy > 0 { throw .noAccuracy(source: path) }
        throw decoder.flat > 0 ? .flatFix(source: path) : .noFix(source: path)
    }

    private func systemOpen() -> CInt {
        let flags = O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        #if canImport(Darwin)
            return Darwin.open(absolutePath, flags)
        #elseif canImport(Glibc)
            return Glibc.open(absolutePath, flags)
        #else
            return Musl.open(absolutePath, flags)
        #endif
    }

    private static var currentFolder: String? {
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return String(cString: folder)
    }

    private func failure(_ number: Int32) -> PositionFault {
        switch number {
        case ENOENT, ENOTDIR, ENXIO, ENODEV: .notFound(path: path)
        case EACCES, EPERM: .notPermitted(path: path)
        case ENOTTY: .unreachable(source: path, reason: "it is not a serial line")
        default: .unreachable(source: path, reason: String(cString: strerror(number)))
        }
    }
}
