import ExposureService

/// A phone as the server shows it to its owner; `Phone` has a protocol of the same name for the phone itself.
typealias ServedPhone = TracingPhone
