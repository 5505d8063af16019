// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Says `ok` while the server answers.
    package static let health = Route(
        "health", .get, "/healthz", "Says `ok` while the server answers.", answer: .text(mediaType: "text/plain"))
    /// Says `ok` while the server can do its work; else 503 with one word: `stopping`, `database` or `schema`.
    package static let readiness = Route(
        "readiness", .get, "/readyz",
        "Says `ok` while the server can do its work; else 503 with one word: `stopping`, `database` or `schema`.",
        answer: .text(mediaType: "text/plain"))
    /// Gives this document.
    package static let openAPI = Route(
        "openAPI", .get, "/openapi.json", "Gives this document.", answer: .text(mediaType: "application/json"))
    /// Gives the server's figures in the text format of Prometheus.
    package static let metrics = Route(
        "metrics", .get, "/metrics", "Gives the server's figures in the text format of Prometheus.",
        answer: .text(mediaType: "text/plain"))

    /// These, in the order in which documents list them.
    static let operationRoutes: [Route] = [health, readiness, openAPI]
}
