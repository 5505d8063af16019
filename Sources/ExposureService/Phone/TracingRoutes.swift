import API
import ExposureWire
import HTTPKit

extension RouteHandlers {
    /// What somebody who is signed in does with the tracing of their own phone.
    ///
    /// - Parameter phone: Finds the phone of whoever asks; throws the problem `exposure.no_phone` when there is none.
    package mutating func addTracingRoutes(
        _ phone: @escaping @Sendable (RouteCall) async throws -> any TracingPhone
    ) {
        on(Routes.tracing) { call in try await phone(call).tracing() }
        on(Routes.setTracing) { call, body in
            let phone = try await phone(call)
            try await phone.setTracing(on: body.on)
            return try await phone.tracing()
        }
        on(Routes.syncTracing) { call in
            let phone = try await phone(call)
            try await phone.synchronise()
            return try await phone.tracing()
        }
        on(Routes.reportTracing) { call, body in
            let phone = try await phone(call)
            // What cannot be a code is refused like a wrong one: the answer tells nothing about which codes there are.
            guard let code = ReportCode(body.code) else { throw ProblemCode.exposureCodeRefused.problem() }
            try await phone.report(with: code, tellsVenueDays: body.venueDays ?? false)
            return try await phone.tracing()
        }
        on(Routes.caseCode) { call in try await phone(call).caseCode() }
        on(Routes.deleteTracing) { call in
            let phone = try await phone(call)
            try await phone.deleteEverything()
            return try await phone.tracing()
        }
    }

    /// Lets a server that runs nobody's phone say so: another module, such as the demo's, may have added phones before.
    package mutating func addTracingRoutesIfMissing() {
        guard !answers(Routes.tracing.route) else { return }
        addTracingRoutes { _ in throw ProblemCode.exposureNoPhone.problem() }
    }
}
