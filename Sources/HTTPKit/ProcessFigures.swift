#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the system says of the server's process, by the names that programs have for it everywhere.
enum ProcessFigures {
    /// All that this system tells; what it does not is left out.
    static var families: [MetricFamily] {
        var families: [MetricFamily] = []
        var usage = rusage()
        #if canImport(Darwin)
            let hasUsage = getrusage(RUSAGE_SELF, &usage) == 0
        #else
            let hasUsage = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0
        #endif
        if hasUsage {
            families.append(
                MetricFamily(
                    "process_cpu_seconds_total", .counter, "Processor time that the process has used.",
                    seconds(usage.ru_utime) + seconds(usage.ru_stime)))
        }
        #if os(Linux)
            families += linux
        #endif
        return families
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    #if os(Linux)
        private static var linux: [MetricFamily] {
            var families: [MetricFamily] = []
            // The name of the program, in parentheses, may have anything in it.
            let status = text(of: "/proc/self/stat").flatMap { $0.lastIndex(of: ")").map($0.suffix(from:)) }
            let fields = (status ?? "").split(separator: " ").dropFirst().map(String.init)
            if fields.count > 21, let begun = Double(fields[19]), let size = Int(fields[20]),
                let pages = Int(fields[21])
            {
                families += [
                    MetricFamily(
                        "process_start_time_seconds", .gauge, "When the process began, in seconds since 1970.",
                        clock(CLOCK_REALTIME) - clock(CLOCK_BOOTTIME) + begun / Double(sysconf(Int32(_SC_CLK_TCK)))),
                    MetricFamily("process_virtual_memory_bytes", .gauge, "Address space of the process.", size),
                    MetricFamily(
                        "process_resident_memory_bytes", .gauge, "Memory that the process occupies.",
                        pages * sysconf(Int32(_SC_PAGESIZE))),
                ]
            }
            if let open = openDescriptors {
                families.append(MetricFamily("process_open_fds", .gauge, "Descriptors that are open.", open))
            }
            var limit = rlimit()
            if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
                families.append(
                    MetricFamily("process_max_fds", .gauge, "Descriptors that may be open.", limit.rlim_cur))
            }
            return families
        }

        private static func clock(_ which: Int32) -> Double {
            var time = timespec()
            clock_gettime(which, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        private static var openDescriptors: Int? {
            guard let folder = opendir("/proc/self/fd") else { return nil }
            defer { closedir(folder) }
            // The folder itself, and its two links.
            var count = -3
            while readdir(folder) != nil { count += 1 }
            return count
        }

        private static func text(of path: String) -> String? {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(file, &bytes, bytes.count)
            return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
        }
    #endif
}
