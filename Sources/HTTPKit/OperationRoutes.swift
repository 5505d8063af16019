import API
import HTTPTypes
import Hummingbird
import NIOCore

extension RouteHandlers {
    /// What monitors and developers ask for.
    package mutating func addOperationRoutes(_ readiness: Readiness) {
        respond(Routes.health) { _ in .text("ok\n", mediaType: "text/plain; charset=utf-8") }
        respond(Routes.readiness) { _ in
            guard let fault = await readiness.fault() else {
                return .text("ok\n", mediaType: "text/plain; charset=utf-8")
            }
            var answer = Response.text(
                "\(fault.rawValue)\n", mediaType: "text/plain; charset=utf-8", status: .serviceUnavailable)
            answer.headers[.retryAfter] = "1"
            return answer
        }
        let document = ByteBuffer(string: OpenAPIDocument.text)
        share(Routes.openAPI) { _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: document))
        }
    }
}
