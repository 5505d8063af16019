import API
import HTTPKit

/// Why our own API refuses to make, pay or refund a request for a payment; nothing has moved then.
enum PaymentError: ServiceFault, Hashable {
    /// There is no such request.
    case unknown
    /// It is paid in another asset than whoever pays was shown.
    case otherAsset
    /// It asks for another amount than whoever pays was shown, or less was paid than is to be sent back.
    case otherAmount
    /// Whoever asks for it cannot pay it.
    case toOneself
    /// Somebody else has paid it, or it is too late.
    case ended
    /// Nobody has paid it, it was refunded already, or whoever paid it is gone.
    case notRefundable

    var problem: ProblemCode {
        switch self {
        case .unknown: .marketUnknownPayment
        case .otherAsset, .otherAmount: .marketPaymentDiffers
        case .toOneself: .marketPaymentToOneself
        case .ended: .marketPaymentEnded
        case .notRefundable: .marketNotRefundable
        }
    }

    func complete(_ problem: inout ProblemBody) {
        switch self {
        case .otherAsset: problem.faults = [Fault(path: "$.asset", message: "is not what the request asks for")]
        case .otherAmount:
            problem.faults = [
                Fault(path: "$.amount", message: "is not what the request asks for, or more than was paid")
            ]
        default: break
        }
    }
}
