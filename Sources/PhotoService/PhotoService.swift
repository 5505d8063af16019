import Crypto
import Foundation
import HTTPKit
import Photos
import ServiceKit
import Storage

/// The photos of accounts: each account has one at most, and nobody else sees it.
package struct PhotoService: Sendable {
    /// How many photos may arrive at once, each of up to ``Photos/Photo/mostBytes``.
    static let uploadsAtOnce = 16

    private let database: any Database
    private let room: UploadRoom
    private let workers: BoundedWorkers

    /// The photos of `database`.
    package init(database: any Database) {
        self.database = database
        self.room = UploadRoom(places: Self.uploadsAtOnce)
        // A photo takes up to a second and 80 MB: two at once, and all that may arrive find room to wait.
        self.workers = BoundedWorkers(
            label: "cerca.photos", width: min(2, ProcessInfo.processInfo.activeProcessorCount),
            waitingLimit: Self.uploadsAtOnce)
    }

    /// Gives an account a photo, and says by what it is asked for.
    ///
    /// - Parameter receive: Takes in what was sent; called when there is room for it.
    /// - Throws: A `ServiceError`: `photos.…`, or `request.overloaded`; what `receive` throws.
    func set(of account: [UInt8], _ receive: () async throws -> [UInt8]) async throws -> [UInt8] {
        try await room.hold(for: account) {
            let bytes = try await receive()
            let result = try await workers.run { () -> Result<Photo, PhotoError> in
                do throws(PhotoError) { return .success(try Photo(bytes)) } catch { return .failure(error) }
            }
            let photo: Photo
            switch result {
            case .success(let made): photo = made
            case .failure(let error): throw ServiceError.photo(error)
            }
            let stored = StoredPhoto(
                digest: Array(SHA256.hash(data: photo.large)), large: photo.large, small: photo.small)
            try await database.writing { try PhotoStore($0).set(stored, of: account) }
            return stored.digest
        }
    }

    /// By what the photo of an account is asked for; nil when it has none.
    func digest(of account: [UInt8]) async throws(ServiceError) -> [UInt8]? {
        try await database.reading { try PhotoStore($0).digest(of: account) }
    }

    /// The photo of an account as a JPEG, in the larger or the smaller size.
    ///
    /// - Throws: `photos.unknown` when the account has another one or none.
    func picture(_ digest: [UInt8], isLarge: Bool, of account: [UInt8]) async throws(ServiceError) -> [UInt8] {
        let picture = try await database.reading {
            try PhotoStore($0).picture(digest, isLarge: isLarge, of: account)
        }
        guard let picture else { throw .photo(.unknown) }
        return picture
    }

    /// Removes the photo of an account; that there is none is no fault.
    func remove(of account: [UInt8]) async throws(ServiceError) {
        try await database.writing { try PhotoStore($0).deleteAll(of: account) }
    }
}
