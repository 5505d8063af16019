import Crypto
import Foundation
import HTTPKit
import Photos
import ServiceKit
import Storage

/// The photos of accounts: each account has one at most, and nobody else sees it.
package struct PhotoService: Sendable {
    /// The number of photos that may wait for their turn, each of up to ``Photos/Photo/mostBytes``.
    static let waitingPhotos = 16
    /// The bytes of photos that may be arriving: sixteen of the largest.
    static let arrivingBytes = waitingPhotos * Photo.mostBytes

    private let database: any Database
    private let room: UploadRoom
    private let workers: BoundedWorkers

    /// The photos of `database`.
    package init(database: any Database) {
        self.database = database
        self.room = UploadRoom(bytes: Self.arrivingBytes)
        // A photo takes up to a second and 80 MB: two at once, and sixteen that wait.
        self.workers = BoundedWorkers(
            label: "cerca.photos", width: min(2, ProcessInfo.processInfo.activeProcessorCount),
            waitingLimit: Self.waitingPhotos)
    }

    /// Gives an account a photo, and says by what it is asked for.
    ///
    /// - Parameter receive: Takes in what is sent, and reports the number of bytes each time some have come.
    /// - Throws: A `ServiceError`: `photos.…`, or `request.overloaded`; a `CancellationError` when others need the room;
    ///   what `receive` throws.
    func set(
        of account: [UInt8],
        _ receive: @escaping @Sendable (_ taking: @escaping @Sendable (Int) throws -> Void) async throws -> [UInt8]
    ) async throws -> [UInt8] {
        try await room.hold(for: account, receive) { bytes in
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
