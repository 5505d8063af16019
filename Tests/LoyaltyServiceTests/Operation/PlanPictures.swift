import Basics

/// PNGs that somebody lays under a plan.
enum PlanPictures {
    /// 40 by 20 pixels, white.
    static let floor =
        [UInt8](
            hexadecimal: "89504e470d0a1a0a0000000d4948445200000028000000140800000000da2d2067000000154944415478da63f8"
                + "4f2460185538aa7054210800008cb81d0e98ebddce0000000049454e44ae426082") ?? []
    /// 30 by 30 pixels, black.
    static let other =
        [UInt8](
            hexadecimal: "89504e470d0a1a0a0000000d494844520000001e0000001e08000000001e5bf17e000000114944415478da6360"
                + "1805a360140c5e000003a20001e96138010000000049454e44ae426082") ?? []
}
