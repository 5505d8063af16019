import HTTPTypes

extension Routes {
    /// What a phone must know of a server to trust its batches.
    static let exposure: [Route] = [exposureParameters.route]

    /// Tells how to check the batches.
    public static let exposureParameters = Endpoint<NoBody, ExposureParametersBody>(
        "exposureParameters", .get, "/api/exposure/parameters",
        "Tells the public key of the batches at `/v1/exposed/{release}`, and how often and how long there are any.")
}
