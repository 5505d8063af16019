/// Why bytes from a controller or a sniffer give no advertisements, or no more of them.
public enum ReportError: Error, Equatable, Sendable {
    /// The bytes are not an LE meta event with advertising reports.
    case notAnAdvertisingReport
    /// The bytes end before the event, a report or a packet does.
    case truncated
    /// There are more bytes than the event, the reports or the packet account for.
    case overlong
    /// A report names a kind of address that the specification reserves.
    case undefinedAddressType(UInt8)
    /// A link-layer packet with another access address than that of advertising: a connection's, or noise.
    case notAdvertisingAccessAddress(UInt32)

    /// The stable text of this error for programs.
    public var code: String {
        switch self {
        case .notAnAdvertisingReport: "report.not_an_advertising_report"
        case .truncated: "report.truncated"
        case .overlong: "report.overlong"
        case .undefinedAddressType: "report.undefined_address_type"
        case .notAdvertisingAccessAddress: "report.not_advertising_access_address"
        }
    }
}
