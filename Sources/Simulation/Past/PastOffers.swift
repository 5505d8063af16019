import API
import Basics
import Loyalty
import ServiceKit

/// What a merchant of the demo does with an offer, and how many days before the demo's day.
struct PastOffer: Sendable {
    /// The major of the shop.
    let major: UInt16
    /// What names the offer in its shop.
    let id: String
    /// What it says, by version: each is written so many days before the demo's day.
    let versions: [(daysBefore: Int, text: [String: String], points: Int)]
    /// From when until when it is given, in days after the demo's day; negative ones are before.
    let days: ClosedRange<Int>
    /// Whether each version is published on the day on which it is written.
    var isPublished = true
    /// How many days before the demo's day it was ended, before its time was over; nil when it was not.
    var endedBefore: Int?
    /// How many coupons of it were redeemed on an average day.
    var redeemedADay = 0.0

    /// What it says in a version, given on its days.
    func terms(_ version: Int, today: Int) -> ShopOfferTermsBody {
        let (_, text, points) = versions[version]
        return ShopOfferTermsBody(
            text: text, validFrom: Timestamp(day: Int64(today + days.lowerBound)).dayText,
            validUntil: Timestamp(day: Int64(today + days.upperBound)).dayText, hours: [], points: points)
    }

    /// The merchant's offers.
    static let all = [
        PastOffer(
            major: DemoStaff.shops[0], id: "tenis-plantillas",
            versions: [
                (
                    29,
                    [
                        "es": "Plantillas de regalo con unas zapatillas de correr",
                        "en": "Free insoles with running shoes",
                        "pt": "Palmilhas grátis na compra de tênis de corrida",
                        "it": "Solette in omaggio con scarpe da corsa",
                    ], 20
                ),
                (
                    12,
                    [
                        "es": "Plantillas y cordones de regalo con unas zapatillas de correr",
                        "en": "Free insoles and laces with running shoes",
                        "pt": "Palmilhas e cadarços grátis na compra de tênis de corrida",
                        "it": "Solette e lacci in omaggio con scarpe da corsa",
                    ], 30
                ),
            ], days: -29...45, redeemedADay: 9),
        PastOffer(
            major: DemoStaff.shops[0], id: "mochila-montana",
            versions: [
                (
                    28,
                    [
                        "es": "15 % en mochilas de montaña", "en": "15% off mountain rucksacks",
                        "pt": "15% de desconto em mochilas de montanha", "it": "15% di sconto sugli zaini da montagna",
                    ], 15
                )
            ], days: -28...20, endedBefore: 9, redeemedADay: 4),
        PastOffer(
            major: DemoStaff.shops[0], id: "nieve-alquiler",
            versions: [
                (
                    2,
                    [
                        "es": "Segundo día de alquiler de esquís sin cargo",
                        "en": "Second day of ski hire free of charge",
                        "pt": "Segundo dia de aluguel de esquis sem custo",
                        "it": "Secondo giorno di noleggio sci gratuito",
                    ], 25
                )
            ], days: 5...60),
        PastOffer(
            major: DemoStaff.shops[0], id: "san-silvestre",
            versions: [
                (
                    1,
                    [
                        "es": "Dorsal de la carrera de fin de año con tu compra",
                        "en": "A place in the New Year's Eve run with your purchase",
                    ], 0
                )
            ], days: 10...40, isPublished: false),
        PastOffer(
            major: DemoStaff.shops[1], id: "chocolate-tarde",
            versions: [
                (
                    26,
                    [
                        "es": "Chocolate con churros por 3 €", "en": "Hot chocolate with churros for €3",
                        "pt": "Chocolate quente com churros por € 3", "it": "Cioccolata calda con churros a 3 €",
                    ], 10
                )
            ], days: -26...30, redeemedADay: 6),
        PastOffer(
            major: DemoStaff.shops[1], id: "huesos-santo",
            versions: [
                (
                    27,
                    [
                        "es": "Huesos de santo: tres por dos", "en": "Marzipan bones: three for two",
                        "pt": "Doces de marzipã: leve três, pague dois", "it": "Dolcetti di marzapane: tre per due",
                    ], 5
                )
            ], days: -27 ... -17, redeemedADay: 5),
        PastOffer(
            major: DemoStaff.shops[1], id: "roscon-reserva",
            versions: [
                (
                    1,
                    [
                        "es": "Reserva tu roscón y llévate un café", "en": "Order your Epiphany cake and get a coffee",
                        "pt": "Reserve seu bolo de Reis e ganhe um café",
                        "it": "Prenota il dolce dell'Epifania e il caffè è gratis",
                    ], 10
                )
            ], days: 12...45),
    ]
}
