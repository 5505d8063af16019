// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Tells the public key of the batches at `/v1/exposed/{release}`, and how often and how long there are any.
    package static let exposureParameters = Endpoint<NoBody, ExposureParametersBody>(
        "exposureParameters", .get, "/api/exposure/parameters",
        "Tells the public key of the batches at `/v1/exposed/{release}`, and how often and how long there are any.")
    /// Tells how the tracing of your phone stands.
    package static let tracing = Endpoint<NoBody, TracingBody>(
        "tracing", .get, "/api/tracing", "Tells how the tracing of your phone stands.", needsSession: true)
    /// Switches tracing on or off; what was met before is kept.
    package static let setTracing = Endpoint<TracingSwitchBody, TracingBody>(
        "setTracing", .put, "/api/tracing", "Switches tracing on or off; what was met before is kept.",
        needsSession: true)
    /// Switches tracing off and deletes all keys, contacts, days and notices on your phone.
    package static let deleteTracing = Endpoint<NoBody, TracingBody>(
        "deleteTracing", .delete, "/api/tracing",
        "Switches tracing off and deletes all keys, contacts, days and notices on your phone.", needsSession: true)
    /// Fetches the published keys and compares them on your phone, now.
    package static let syncTracing = Endpoint<NoBody, TracingBody>(
        "syncTracing", .post, "/api/tracing/sync", "Fetches the published keys and compares them on your phone, now.",
        needsSession: true)
    /// Reports a positive test with a code: warns the contacts, destroys the keys and ends tracing.
    package static let reportTracing = Endpoint<ReportCodeBody, TracingBody>(
        "reportTracing", .post, "/api/tracing/report",
        "Reports a positive test with a code: warns the contacts, destroys the keys and ends tracing.",
        needsSession: true)
    /// Gives the QR code with which the health authority registers your case.
    package static let caseCode = Endpoint<NoBody, CaseCodeBody>(
        "caseCode", .get, "/api/tracing/case", "Gives the QR code with which the health authority registers your case.",
        needsSession: true)

    /// These, in the order in which documents list them.
    static let exposureRoutes: [Route] = [
        exposureParameters.route, tracing.route, setTracing.route, deleteTracing.route, syncTracing.route,
        reportTracing.route, caseCode.route,
    ]
}
