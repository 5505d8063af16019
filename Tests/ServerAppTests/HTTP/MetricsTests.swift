import API
import Basics
import Beacons
import HTTPTypes
import TestServer
import Testing

@testable import HTTPKit

@Suite("What the server says of itself")
struct MetricsTests {
    @Test("requests are counted by route and status, without saying whose they are")
    func metrics() async throws {
        try await Site.with { site in
            let token = try await site.signUp("ana", choosing: [100])
            let sighting = try site.sighting(100, 1)
            for _ in 0..<2 { try await site.ask(.post, "/api/sightings", sighting, token: token) }
            try await site.ask(.post, "/api/sightings", try site.sighting(102, 1), token: token)
            try await site.ask(.get, "/api/venues/\(site.world.uuid)")
            try await site.ask(.get, "/api/venues/nowhere")
            try await site.ask(.get, "/somewhere/private?token=abc")
            let answer = try await site.ask(.get, RouteHandlers.figuresPath)
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = Set(answer.text.split(separator: "\n").map(String.init))
            for line in [
                "cerca_http_requests_total{route=\"POST /api/sightings\",status=\"2xx\"} 1",
                "cerca_http_requests_total{route=\"POST /api/sightings\",status=\"4xx\"} 2",
                "cerca_http_requests_total{route=\"GET /api/venues/{uuid}\",status=\"2xx\"} 1",
                "cerca_http_requests_total{route=\"GET /api/venues/{uuid}\",status=\"4xx\"} 1",
                "cerca_http_request_duration_seconds_count{route=\"POST /api/sightings\"} 3",
                "cerca_http_request_duration_seconds_bucket{route=\"POST /api/sightings\",le=\"+Inf\"} 3",
                "cerca_sightings_total{outcome=\"accepted\"} 1",
                "cerca_sightings_total{outcome=\"presence.replayed\"} 1",
                "cerca_open_streams 0",
                "# TYPE cerca_http_request_duration_seconds histogram",
            ] {
                #expect(lines.contains(line), "\(line)")
            }
            // What was not chosen is counted nowhere by itself, and nobody can be found in the figures.
            for secret in ["not_chosen", "ana", token, site.world.uuid.description, "nowhere", "private", "abc"] {
                #expect(!answer.text.contains(secret), "\(secret)")
            }
        }
    }

    @Test("a histogram grows from bound to bound and ends with the count")
    func histogram() async throws {
        let figures = ServerMetrics()
        let route = figures.register("GET /x")
        for milliseconds in [0, 1, 3, 30, 300, 3000, 30_000] as [UInt64] {
            route.count(status: 200, nanoseconds: milliseconds * 1_000_000)
        }
        let text = await figures.text
        let counts = text.split(separator: "\n").filter { $0.contains("_bucket{") }
            .compactMap { Int($0.split(separator: " ").last ?? "") }
        #expect(counts == counts.sorted() && counts.last == 7 && counts.first == 1)
        #expect(text.contains("cerca_http_request_duration_seconds_sum{route=\"GET /x\"} 33.334"))
    }

    @Test("the health check says ok, and the OpenAPI document is the generated one")
    func operation() async throws {
        try await Site.with { site in
            let health = try await site.ask(.get, "/healthz")
            #expect(
                health.text == "ok\n" && health.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true
            )
            let document = try await site.ask(.get, "/openapi.json")
            #expect(document.text == OpenAPIDocument.text)
            #expect(document.headers[.contentType] == "application/json")
        }
    }
}
