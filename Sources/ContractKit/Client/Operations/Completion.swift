/// What a client's completion handler is given to call: what it is called with is the call's result.
///
/// The handler must be called exactly once. Let go without a call, the call has `neverCompleted` at once; called again, it
/// has `completedTwice`. So keep it nowhere but in the handler.
public final class Completion: Sendable {
  private let record: CallRecord

  init(_ record: CallRecord) { self.record = record }

  deinit { record.released() }

  /// Completes the call with nothing, which is told as null.
  public func callAsFunction() { record.completed(.success(nil)) }

  /// Completes the call with what the client's handler was called with.
  ///
  /// - Parameter result: An error is the call's failure, nil is null, a `Result` is what it holds, and anything else is the
  ///   result, told as JSON like those that an operation returns.
  public func callAsFunction<Value>(_ result: Value) { record.completed(.of(result)) }

  /// Completes the call with what a handler of the form `(Value?, Error?)` was called with.
  ///
  /// - Parameters:
  ///   - value: The result; told beside the failure, as `values`, where there is an error as well.
  ///   - error: The failure; nil where there is none.
  public func callAsFunction<Value>(_ value: Value?, _ error: (any Error)?) {
    guard let error else { return self(value) }
    record.completed(.failure(error, after: value.map { [$0] } ?? []))
  }

  /// Completes the call with an error that came after values, as a stream's does.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - values: What came before it; none is the same as none described.
  public func callAsFunction<Value>(failure error: any Error, after values: [Value]) {
    record.completed(.failure(error, after: values))
  }

  /// Completes the call with what the operation threw.
  func fail(_ error: any Error) { record.completed(.failure(error, values: nil)) }
}
