// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Tells who was warned in the simulated centre, who should have been, and who has learned what.
    package static let demoExposure = Endpoint<NoBody, DemoExposureBody>(
        "demoExposure", .get, "/api/demo/exposure",
        "Tells who was warned in the simulated centre, who should have been, and who has learned what.", isDemo: true)
    /// Gives a code of the simulated health authority, to try a report with.
    package static let demoCode = Endpoint<NoBody, DemoCodeBody>(
        "demoCode", .post, "/api/demo/code", "Gives a code of the simulated health authority, to try a report with.",
        needsSession: true, status: 201, isDemo: true)

    /// These, in the order in which documents list them.
    static let simulationExposureRoutes: [Route] = [demoExposure.route, demoCode.route]
}
