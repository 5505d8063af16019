import Basics
import HTTPKit
import ServiceKit
import Storage

/// What the health authority does in its console: codes, cases, news and questions, the brake and the trail.
///
/// The use cases are in extensions, one file for each kind of them.
package struct HealthService: Sendable {
    let exposure: ExposureService

    /// The authority's work on the database of `exposure`, through which its codes and keys go.
    package init(exposure: ExposureService) {
        self.exposure = exposure
    }

    var database: any Database { exposure.database }
    var clock: ServerClock { exposure.clock }

    /// Removes what need not be kept any longer: keys of cases that nobody decided, old cases, deleted texts.
    ///
    /// It is to be called about once a minute.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        let restorable = now.advanced(bySeconds: -Self.restorableSeconds)
        var chores = Chores()
        await chores.attempt { () throws(ServiceError) in
            try await database.writing { try CaseStore($0).prune(on: UTCDay(containing: now)) }
        }
        await chores.attempt { () throws(ServiceError) in
            try await database.writing { try PublicationStore($0).deleteThoseDeleted(before: restorable) }
        }
        try chores.finish()
    }

    /// A new identifier for something that a page names.
    func newID() -> String {
        exposure.random.identifier().hexadecimal
    }
}
