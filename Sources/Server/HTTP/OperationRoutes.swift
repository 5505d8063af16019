import API
import Hummingbird

extension RouteHandlers {
    /// What monitors and developers ask for.
    mutating func addOperationRoutes() {
        respond(Routes.health) { _ in .text("ok\n", mediaType: "text/plain; charset=utf-8") }
        let document = Result { try OpenAPIGenerator.document() }
        respond(Routes.openAPI) { _ in .text(try document.get(), mediaType: "application/json") }
    }
}
