// What the server of the clients sends.

struct Text: Codable { var text: String }
struct Person: Codable { var name: String }
struct Page: Codable {
  var things: [String]
  var next: String?

  enum CodingKeys: CodingKey { case things, next }
}
struct Item: Codable {
  var id: Int
  var name: String
  var links: [String]?
}
