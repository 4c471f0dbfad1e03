import ContractKit
import WeatherClient

@main
struct WeatherDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("weather") { call in
      let client = WeatherClient(session: call.session, baseURL: call.baseURL)
      return try await client.weather(in: call.input(String.self, at: "city"))
    }
  }
}
