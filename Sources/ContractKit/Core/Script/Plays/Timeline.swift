/// When multiple calls on one client ran, and when their requests came: in seconds after the first call began.
package struct Timeline: Sendable, Equatable {
  package struct Call: Sendable, Equatable {
    package var from: Double
    /// When it was canceled; nil if it was not.
    package var canceled: Double?
    /// When it had its result; nil if it had none.
    package var to: Double?

    package init(from: Double, canceled: Double? = nil, to: Double?) {
      (self.from, self.canceled, self.to) = (from, canceled, to)
    }
  }

  package struct Request: Sendable, Equatable {
    package var from: Double
    /// When its answer ended; nil if that is not known.
    package var to: Double?
    /// The number of its call, from 1; nil if nobody can say which one sent it.
    package var call: Int?

    package init(from: Double, to: Double?, call: Int?) { (self.from, self.to, self.call) = (from, to, call) }
  }

  package var calls: [Call]
  /// The requests in the order of the record, as far as they came before the last result.
  package var requests: [Request]

  package init(calls: [Call], requests: [Request]) { (self.calls, self.requests) = (calls, requests) }
}
