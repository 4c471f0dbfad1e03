import CombineAnywhere
import ContractKit
import ContractKitOpenCombine
public import MovieService

@main struct MoviesDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("upcoming", client: { try MovieService($0) }) { client, _ in client.upcoming() }
  }
}

extension MovieService {
  fileprivate init(_ call: Call) throws {
    let address = call.input["address"]?.string ?? call.baseURL.absoluteString
    self.init(session: call.mock, address: address, key: try call.input(at: "key"))
  }
}

extension MockSession: MovieSession {
  func answer(to request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
    dataTaskPublisher(for: request).eraseToAnyPublisher()
  }
}
