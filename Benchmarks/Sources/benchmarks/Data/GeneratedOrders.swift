import ContractCore

/// Orders of about 2 kB each, as Data/order.schema.json describes them. They are the same in each run. Every second
/// order breaks the schema in one place, and that place changes from order to order.
struct GeneratedOrders {
  /// The number of places that can be broken.
  private static let places = 14

  private var random = SeededNumbers(state: 1)
  /// The place to break in the current order.
  private var broken: Int?

  /// Returns a number of orders, one on each line.
  static func lines(_ count: Int) -> [String] {
    var orders = GeneratedOrders()
    return (0..<count).map { orders.line($0) }
  }

  private mutating func line(_ number: Int) -> String {
    broken = number % 2 == 0 ? nil : number / 2 % Self.places
    let id = digits(6) + either(0, "", "x")
    let items = (0..<6).map { item($0) }.joined(separator: ", ")
    let (customer, total) = (customer(), amount(place: 13))
    let (tracking, notes) = (digits(8), [random.words(12), random.words(9)])
    let text = #"""
      {"id": "ord-\#(id)", "version": \#(either(1, "3", "0")), "state": "\#(either(2, "sent", "lost"))",
      "created": "2026-11-21T10:20:30Z", "changed": "2026-11-22T10:20:30Z", "currency": "EUR", "customer": \#(customer),
      "items": [\#(items)],
      "payment": {"method": "card"\#(either(9, #", "last4": "4242""#, "")), "expires": "11/28"},
      "shipping": {"carrier": "post", "tracking": "\#(tracking)"\#(either(10, #", "weight": 2.5"#, ""))},
      "discounts": [{"code": "WINTER26", "percent": \#(either(11, "12.5", "0"))}],
      "notes": ["\#(notes[0])", "\#(notes[1])"],
      "metadata": {"x-source": "app", "isGift": false, "\#(either(12, "visitCount", "Visit Count"))": 7},
      "total": \#(total)}
      """#
    return text.split(separator: "\n").joined(separator: " ")
  }

  private mutating func customer() -> String {
    let addresses = ["billing", either(3, "delivery", "billing")].map { address($0) }.joined(separator: ", ")
    let mail = random.word() + either(6, "@", ".") + "example.com"
    return #"""
      {"id": \#(digits(5)), "name": "\#(random.words(2))", "email": "\#(mail)", "phone": "+49 30 \#(digits(7))",
      "language": "de", "addresses": [\#(addresses)]}
      """#
  }

  private mutating func address(_ kind: String) -> String {
    let zip = digits(5) + either(4, "", "x")
    return #"""
      {"kind": "\#(kind)", "street": "\#(random.words(2))", "number": "12a", "zip": "\#(zip)",
      "city": "\#(random.word())", "country": "DE", "location": [13.375, 52.5\#(either(5, "", ", 34"))]}
      """#
  }

  private mutating func item(_ place: Int) -> String {
    // Only the last item is broken, so that a validator cannot stop before it.
    let isLast = place == 5
    let tag = isLast ? either(7, "second", "first") : "second"
    let count = isLast ? either(8, "2", #""2""#) : "2"
    return #"""
      {"article": "A-\#(place)\#(digits(5))", "title": "\#(random.words(5))", "count": \#(count),
      "price": \#(amount()), "tags": ["first", "\#(tag)"], "size": {"width": 20, "height": 30}, "stock": 25}
      """#
  }

  private mutating func amount(place: Int? = nil) -> String {
    let cents = Int.random(in: 1...9_999, using: &random) * 25
    let fraction = place != nil && place == broken ? "1" : ["0", "25", "5", "75"][cents / 25 % 4]
    return #"{"cents": \#(cents), "net": \#(cents / 100).\#(fraction)}"#
  }

  private mutating func digits(_ count: Int) -> String {
    (0..<count).map { _ in String(Int.random(in: 1...9, using: &random)) }.joined()
  }

  private func either(_ place: Int, _ whole: String, _ wrong: String) -> String { broken == place ? wrong : whole }
}
