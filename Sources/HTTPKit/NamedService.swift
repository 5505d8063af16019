import ServiceLifecycle

/// A service that logs call by the name of its type.
///
/// A `ServiceGroup` describes each of its services when it is made. A value is described by all that is in it: other
/// services, settings, and tables so large that writing them out took twelve seconds.
package protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
    package var description: String { "\(Self.self)" }
}
