import ContractKit
import WeatherClient

@main
struct WeatherDriver: Driver {
  func operations(_ driver: inout Operations) {
    driver.on("weather") { call in
      let client = WeatherClient(session: call.session, baseURL: call.baseURL)
      return try await client.weather(in: call.input(String.self, at: "city"))
    }
  }
}
