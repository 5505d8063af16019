import API
import Hummingbird
import NIOCore

extension RouteHandlers {
    /// What monitors and developers ask for.
    mutating func addOperationRoutes(_ figures: ServerFigures) {
        respond(Routes.health) { _ in .text("ok\n", mediaType: "text/plain; charset=utf-8") }
        respond(Routes.metrics) { _ in .text(figures.text, mediaType: "text/plain; version=0.0.4; charset=utf-8") }
        let document = Result { try OpenAPIGenerator.document() }
        respond(Routes.openAPI) { _ in .text(try document.get(), mediaType: "application/json") }
    }
}
