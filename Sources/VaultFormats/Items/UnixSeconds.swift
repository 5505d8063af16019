/// The instants that our dates can say: the years 0 to 9999.
enum UnixSeconds {
    static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
}
