import APIClient
import RadioMaps

extension HTTPPhoneServer {
    /// The venue with the server's radio map of it, if there is one that was made on its plan.
    ///
    /// Positions without a map are good enough to go on with, so that nothing that is wrong with it is a failure. It is
    /// everybody's, and asked for by nobody: without the session.
    func surveyed(_ venue: PhoneVenue) async -> PhoneVenue {
        guard
            let answer = try? await client.send(
                client.request("/api/venues/\(venue.uuid)/radio-map"), answerBytes: RadioMapFile.sizeLimit),
            answer.status == 200, let map = try? RadioMapFile(answer.body)
        else { return venue }
        var venue = venue
        venue.use(map)
        return venue
    }
}
