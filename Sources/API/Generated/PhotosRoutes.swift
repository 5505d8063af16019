// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Says whether you have a photo, and by what it is asked for.
    package static let photo = Endpoint<NoBody, PhotoBody>(
        "photo", .get, "/api/account/photo", "Says whether you have a photo, and by what it is asked for.",
        needsSession: true)
    /// Gives you a photo in place of any other; a JPEG, a PNG or a WebP of 40 megapixels at most, of which only the
    /// picture is kept.
    package static let setPhoto = Route(
        "setPhoto", .put, "/api/account/photo",
        "Gives you a photo in place of any other; a JPEG, a PNG or a WebP of 40 megapixels at most, of which only the picture is kept.",
        needsSession: true, upload: "application/octet-stream", bodyBytes: 8_388_608, answer: .json(PhotoBody.schema))
    /// Removes your photo.
    package static let removePhoto = Endpoint<NoBody, NoBody>(
        "removePhoto", .delete, "/api/account/photo", "Removes your photo.", needsSession: true)
    /// Gives your own photo; what is at one address never changes.
    package static let photoPicture = Route(
        "photoPicture", .get, "/api/account/photo/{photo}/{photoSize}",
        "Gives your own photo; what is at one address never changes.", needsSession: true,
        answer: .text(mediaType: "image/jpeg"))

    /// These, in the order in which documents list them.
    static let photosRoutes: [Route] = [photo.route, setPhoto, removePhoto.route, photoPicture]
}
