// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Describes the simulation.
    package static let demo = Endpoint<NoBody, DemoBody>(
        "demo", .get, "/api/demo", "Describes the simulation.", isDemo: true)
    /// Streams the simulated centre, about five frames a second.
    package static let demoStream = Route(
        "demoStream", .get, "/api/demo/stream", "Streams the simulated centre, about five frames a second.",
        answer: .events([.init("frame", DemoFrameBody.self)]), isDemo: true)
    /// Puts a phone of your own into the simulated centre.
    package static let demoEnter = Endpoint<NoBody, DemoGuestBody>(
        "demoEnter", .post, "/api/demo/guest", "Puts a phone of your own into the simulated centre.",
        needsSession: true, status: 201, isDemo: true)
    /// Takes your phone out of the simulated centre.
    package static let demoLeave = Endpoint<NoBody, NoBody>(
        "demoLeave", .delete, "/api/demo/guest", "Takes your phone out of the simulated centre.", needsSession: true,
        isDemo: true)
    /// Makes your simulated self walk somewhere.
    package static let demoWalk = Endpoint<DestinationBody, NoBody>(
        "demoWalk", .post, "/api/demo/guest/destination", "Makes your simulated self walk somewhere.",
        needsSession: true, isDemo: true)
    /// Has your phone look for where it is, whatever it follows at the time; it answers within five seconds of the
    /// simulation.
    package static let demoLocate = Endpoint<NoBody, DemoLocatedBody>(
        "demoLocate", .post, "/api/demo/guest/position",
        "Has your phone look for where it is, whatever it follows at the time; it answers within five seconds of the simulation.",
        needsSession: true, isDemo: true)
    /// Streams where your phone is and what it knows of that.
    package static let demoGuestStream = Route(
        "demoGuestStream", .get, "/api/demo/guest/stream", "Streams where your phone is and what it knows of that.",
        needsSession: true, answer: .events([.init("position", DemoPositionBody.self)]), isDemo: true)
    /// Signs you in to a console as who looks after it in the simulation, without a password.
    package static let demoEnterConsole = Endpoint<DemoConsoleBody, SessionBody>(
        "demoEnterConsole", .post, "/api/demo/console",
        "Signs you in to a console as who looks after it in the simulation, without a password.", status: 201,
        isDemo: true)
    /// Tells what five scans of two seconds hear at a place of the simulated venue, as a radio map counts them.
    package static let demoSurvey = Endpoint<PlanPositionBody, DemoSurveyBody>(
        "demoSurvey", .post, "/api/demo/survey/{venue}",
        "Tells what five scans of two seconds hear at a place of the simulated venue, as a radio map counts them.",
        needsRole: .operator, isDemo: true)

    /// These, in the order in which documents list them.
    static let simulationRoutes: [Route] = [
        demo.route, demoStream, demoEnter.route, demoLeave.route, demoWalk.route, demoLocate.route, demoGuestStream,
        demoEnterConsole.route, demoSurvey.route,
    ]
}
