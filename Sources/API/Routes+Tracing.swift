import HTTPTypes

extension Routes {
    /// The tracing of one phone: for its owner, and for nobody else.
    static let tracing: [Route] = [
        tracingState.route, setTracing.route, deleteTracing.route, syncTracing.route, reportTracing.route,
        caseCode.route,
    ]

    /// Tells how the tracing of one's own phone stands.
    public static let tracingState = Endpoint<NoBody, TracingBody>(
        "tracing", .get, "/api/tracing", "Tells how the tracing of your phone stands.", needsSession: true,
        problems: [.exposureNoPhone])
    /// Switches tracing on or off.
    public static let setTracing = Endpoint<TracingSwitchBody, TracingBody>(
        "setTracing", .put, "/api/tracing", "Switches tracing on or off; what was met before is kept.",
        needsSession: true, problems: [.exposureNoPhone, .exposureAlreadyReported])
    /// Deletes everything that tracing has on the phone.
    public static let deleteTracing = Endpoint<NoBody, TracingBody>(
        "deleteTracing", .delete, "/api/tracing",
        "Switches tracing off and deletes all keys, contacts, days and notices on your phone.", needsSession: true,
        problems: [.exposureNoPhone])
    /// Fetches and compares what was published, now.
    public static let syncTracing = Endpoint<NoBody, TracingBody>(
        "syncTracing", .post, "/api/tracing/sync", "Fetches the published keys and compares them on your phone, now.",
        needsSession: true, problems: [.exposureNoPhone])
    /// Reports a positive test.
    public static let reportTracing = Endpoint<ReportCodeBody, TracingBody>(
        "reportTracing", .post, "/api/tracing/report",
        "Reports a positive test with a code: warns the contacts, destroys the keys and ends tracing.",
        needsSession: true, problems: [.exposureNoPhone, .exposureAlreadyReported, .exposureCodeRefused])
    /// Gives the QR code for the health authority.
    public static let caseCode = Endpoint<NoBody, CaseCodeBody>(
        "caseCode", .get, "/api/tracing/case", "Gives the QR code with which the health authority registers your case.",
        needsSession: true, problems: [.exposureNoPhone, .exposureAlreadyReported])
}
