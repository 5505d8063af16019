import AccountService
import Basics
import HTTPKit
import ServiceKit
import Storage

extension HealthService {
    /// How many news, or questions, there can be.
    package static let publicationLimit = 500
    /// For how long something deleted can be restored.
    package static let restorableSeconds: Int64 = 7 * 86_400

    /// What is published, in the order in which everybody sees it.
    package func publications(_ kind: PublicationKind) async throws(ServiceError) -> [Publication] {
        try await database.reading { connection in
            try PublicationStore(connection).list(kind, limit: Int64(Self.publicationLimit))
        }
    }

    /// Publishes words above all others of their kind.
    package func publish(
        _ words: PublicationWords, _ kind: PublicationKind, by actor: AuditActor
    ) async throws(ServiceError) -> Publication {
        let now = clock.now()
        let publication = Publication(id: newID(), publishedOn: UTCDay(containing: now), words: words)
        try await database.writing { connection in
            let store = PublicationStore(connection)
            guard try store.count(kind) < Self.publicationLimit else { throw ServiceError.request(.overloaded) }
            try store.insert(publication, kind)
            try AuditTrail.append(.published, subject: publication.id, by: actor, at: now, in: connection)
        }
        return publication
    }

    /// Changes the words of a publication; throws `HealthError.unknownPublication`.
    package func republish(
        _ id: String, _ words: PublicationWords, _ kind: PublicationKind, by actor: AuditActor
    ) async throws(ServiceError) -> Publication {
        let now = clock.now()
        return try await database.writing { connection in
            guard let publication = try PublicationStore(connection).update(id, kind, words: words) else {
                throw ServiceError.health(.unknownPublication)
            }
            try AuditTrail.append(.changed, subject: id, by: actor, at: now, in: connection)
            return publication
        }
    }

    /// Deletes a publication, which can be restored for some days; throws `HealthError.unknownPublication`.
    package func unpublish(
        _ id: String, _ kind: PublicationKind, by actor: AuditActor
    ) async throws(ServiceError) {
        let now = clock.now()
        try await database.writing { connection in
            let store = PublicationStore(connection)
            guard try store.find(id, kind) != nil, try store.setDeleted(id, kind, at: now) else {
                throw ServiceError.health(.unknownPublication)
            }
            try AuditTrail.append(.deleted, subject: id, by: actor, at: now, in: connection)
        }
    }

    /// Undoes the deletion of a publication; throws `HealthError.unknownPublication` when it is gone for good.
    package func restore(
        _ id: String, _ kind: PublicationKind, by actor: AuditActor
    ) async throws(ServiceError) -> Publication {
        let now = clock.now()
        return try await database.writing { connection in
            let store = PublicationStore(connection)
            if let publication = try store.find(id, kind) { return publication }
            guard try store.setDeleted(id, kind, at: nil), let publication = try store.find(id, kind) else {
                throw ServiceError.health(.unknownPublication)
            }
            try AuditTrail.append(.restored, subject: id, by: actor, at: now, in: connection)
            return publication
        }
    }

    /// Orders what is published.
    ///
    /// `ids` must name each publication of the kind once, else somebody else has changed the list meanwhile: then
    /// nothing is changed, and it throws `HealthError.unknownPublication`.
    package func order(
        _ ids: [String], _ kind: PublicationKind, by actor: AuditActor
    ) async throws(ServiceError) -> [Publication] {
        let now = clock.now()
        return try await database.writing { connection in
            let store = PublicationStore(connection)
            let known = try store.list(kind, limit: Int64(Self.publicationLimit))
            guard ids.count == known.count, Set(ids) == Set(known.map(\.id)) else {
                throw ServiceError.health(.unknownPublication)
            }
            try store.order(ids, kind)
            try AuditTrail.append(.ordered, subject: kind.rawValue, by: actor, at: now, in: connection)
            return try store.list(kind, limit: Int64(Self.publicationLimit))
        }
    }
}
