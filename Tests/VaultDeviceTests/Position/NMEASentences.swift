/// Sentences for tests, with their checksums.
enum NMEASentences {
    /// The sentence with `body` between `$` and `*`.
    static func sentence(_ body: String) -> [UInt8] {
        let sum = body.utf8.reduce(0, ^)
        let digits = Array("0123456789ABCDEF".utf8)
        return Array("$\(body)*".utf8) + [digits[Int(sum >> 4)], digits[Int(sum & 15)]]
    }

    /// The lines of some sentences.
    static func lines(_ bodies: String...) -> [UInt8] {
        bodies.flatMap { sentence($0) + [0x0D, 0x0A] }
    }

    /// What a receiver at 40° 25.006' N, 3° 42.2' W says in the second `second` after noon of 21 November 2026.
    static func epoch(_ second: Int, satellites: String = "08", dilution: String = "0.9") -> [UInt8] {
        let time = "1200\(second < 10 ? "0" : "")\(second).00"
        return lines(
            "GPGGA,\(time),4025.00600,N,00342.20000,W,1,\(satellites),\(dilution),650.0,M,50.0,M,,",
            "GPRMC,\(time),A,4025.00600,N,00342.20000,W,0.0,0.0,211126,,,A")
    }
}
