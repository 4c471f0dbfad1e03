/// How much of a request has come, where it is not whole.
enum HTTPPart {
  case head(Int)
  case body(Int, of: Int)
  case chunks(Int)

  /// What is wrong with it, where it does not go on.
  var text: String {
    switch self {
    case .head(let count): "only \(count) bytes of its head had come by then"
    case .body(let count, let length): "only \(count) of \(length) bytes of its body had come by then"
    case .chunks(let count): "its chunked body had not ended by then, after \(count) bytes of it"
    }
  }
}
