import API
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore

extension RouteHandlers {
    /// The photo of whoever is signed in.
    package mutating func addPhotoRoutes(_ photos: PhotoService) {
        on(Routes.photo) { call in
            PhotoBody(photo: try await photos.digest(of: try call.session.accountID)?.hexadecimal)
        }
        // What it is, its first bytes say; what a client calls it makes no difference.
        respond(Routes.setPhoto) { call in
            let digest = try await photos.set(of: try call.session.accountID) { taking in
                Array(try await call.bodyBuffer(taking: taking).readableBytesView)
            }
            return try .json(PhotoBody(photo: digest.hexadecimal))
        }
        on(Routes.removePhoto) { call in try await photos.remove(of: try call.session.accountID) }
        respond(Routes.photoPicture) { call in
            let digest = try call.value(RouteParameters.photo, or: ServiceError.photo(.unknown))
            let size = try call.value(RouteParameters.photoSize, or: ServiceError.photo(.unknown))
            guard let digest = [UInt8](hexadecimal: digest) else { throw ServiceError.photo(.unknown) }
            let picture = try await photos.picture(digest, isLarge: size == .large, of: try call.session.accountID)
            // At one address there is never another picture. No proxy may keep it, for it is its owner's.
            let headers: HTTPFields = [
                .contentType: "image/jpeg", .cacheControl: "private, max-age=31536000, immutable",
            ]
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: picture)))
        }
    }
}
