extension Connection {
  /// Does what a reply to a request says: an answer, or the fault that it is.
  ///
  /// - Returns: Whether another request may come on the connection.
  package func answer(_ request: HTTPRequest, with reply: Reply) -> Bool {
    LoopbackAnswer(request, reply, on: self).write()
  }
}
