import Basics

extension SimulatedAir {
    /// Carries bytes between a host and its simulated controller until neither has any left, at the air's own time.
    ///
    /// It is what a transport and a timer do for a host on hardware. It gives the host's other actions, in order; a host
    /// that stands still is started with `start(at:)` first and its actions sent with `carry(_:from:)`.
    public mutating func exchange(with host: inout HCIHost, on device: Int) -> [HCIHost.Action] {
        var left: [HCIHost.Action] = []
        if let deadline = host.nextDeadline, deadline <= now {
            left += carry(host.tick(at: now), from: device)
        }
        while true {
            let events = takeEvents(for: device)
            if events.isEmpty { return left }
            for event in events {
                left += carry(host.receive(event, at: now), from: device)
            }
        }
    }

    /// Sends what a host wants to be sent, and gives its other actions in order.
    public mutating func carry(_ actions: [HCIHost.Action], from device: Int) -> [HCIHost.Action] {
        var left: [HCIHost.Action] = []
        for action in actions {
            if case .send(let bytes) = action {
                send(bytes, from: device)
            } else {
                left.append(action)
            }
        }
        return left
    }
}
