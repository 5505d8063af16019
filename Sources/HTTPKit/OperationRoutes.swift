import API
import Hummingbird

extension RouteHandlers {
    /// What monitors and developers ask for.
    package mutating func addOperationRoutes() {
        respond(Routes.health) { _ in .text("ok\n", mediaType: "text/plain; charset=utf-8") }
        respond(Routes.openAPI) { _ in .text(OpenAPIDocument.text, mediaType: "application/json") }
    }
}
