import Phone
import Proximity
import Strings

/// Where a phone is, in the words of the page.
enum PlaceWords {
    /// A place, as in "Inside Nimbo, near the till".
    static func place(_ place: PhonePlace) -> Phrase {
        guard let shop = place.shop else {
            return switch place.zone {
            case "entrance": DeviceStrings.placeCentreEntrance
            case "aisle": DeviceStrings.placeCentreAisle
            default: DeviceStrings.placeInside
            }
        }
        return switch place.zone {
        case "entrance": DeviceStrings.placeEntrance(shop: shop)
        case "window": DeviceStrings.placeWindow(shop: shop)
        case "door": DeviceStrings.placeDoor(shop: shop)
        case "till": DeviceStrings.placeTill(shop: shop)
        case "fitting-room": DeviceStrings.placeFittingRoom(shop: shop)
        case "aisle": DeviceStrings.placeAisle(shop: shop)
        default: DeviceStrings.placeShop(shop: shop)
        }
    }

    /// A place with the point on the plan and how far off that may be, in metres.
    static func position(_ position: PhonePosition) -> Phrase {
        DeviceStrings.phonePosition(
            place: position.place.map { place($0) } ?? DeviceStrings.placeInside,
            x: DecimalNumber(tenths: position.point.x), y: DecimalNumber(tenths: position.point.y),
            doubt: DecimalNumber(tenths: position.doubt))
    }
}

/// Lets of the positions that come each second only those pass that are of another place than the one before.
struct PlaceChanges {
    private var last: PhonePlace?
    private var hasAny = false

    /// Whether the event is worth a line.
    mutating func isNews(_ event: PhoneEvent) -> Bool {
        guard case .positioned(let position) = event else { return true }
        defer { (last, hasAny) = (position.place, true) }
        return !hasAny || position.place != last
    }
}
