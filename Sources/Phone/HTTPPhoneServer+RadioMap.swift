import APIClient
import Basics
import RadioMaps

extension HTTPPhoneServer {
    /// The document of the server's radio map of a venue, if there is one.
    ///
    /// Positions without a map are good enough to go on with, so that nothing that is wrong with it is a failure. It is
    /// everybody's, and asked for by nobody: without the session.
    func radioMap(of venue: UUID128) async -> String? {
        guard
            let answer = try? await client.send(
                client.request("/api/venues/\(venue)/radio-map"), answerBytes: RadioMapFile.sizeLimit),
            answer.status == 200
        else { return nil }
        return String(decoding: answer.body, as: UTF8.self)
    }
}
