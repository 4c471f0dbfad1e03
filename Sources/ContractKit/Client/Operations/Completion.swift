/// The object that a client's completion handler calls with the call's result.
///
/// The handler must call it exactly once. If the completion is released without a call, the outcome is `neverCompleted`
/// at once. So keep it only in the handler. If it is called twice, the outcome is `completedTwice`.
public final class Completion: Sendable {
  private let record: CallRecord

  init(_ record: CallRecord) { self.record = record }

  deinit { record.released() }

  /// Completes the call without a value. The result is null.
  public func callAsFunction() { record.completed(.success(.null)) }

  /// Completes the call with the value that the client passed to its handler.
  ///
  /// - Parameter result: The value. An error is the call's failure. nil is null. A `Result` stands for the value or
  ///   error that it holds. Every other value is the result, and becomes JSON like the result of an operation.
  public func callAsFunction<Value>(_ result: Value) { record.completed(.of(result)) }

  /// Completes the call with the arguments of a handler of the form `(Value?, Error?)`.
  ///
  /// - Parameters:
  ///   - value: The result. If there is an error as well, the value is reported with the failure, as `values`.
  ///   - error: The failure, or nil if there is none.
  public func callAsFunction<Value>(_ value: Value?, _ error: (any Error)?) {
    guard let error else { return self(value) }
    record.completed(.failure(error, after: value.map { [$0] } ?? []))
  }

  /// Completes the call with an error that came after some values, for example from a stream.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - values: The values that came before it. An empty array is the same as a failure without values.
  public func callAsFunction<Value>(failure error: any Error, after values: [Value]) {
    record.completed(.failure(error, after: values))
  }

  /// Completes the call with all values of a stream that ended.
  ///
  /// - Parameter values: The values; the result is their array. A `Result` stands for the value or the error that it
  ///   holds: the first error is the failure.
  public func callAsFunction<Value>(values: [Value]) { record.completed(.of(stream: values)) }

  /// Completes the call with the error that the operation threw.
  func fail(_ error: any Error) { record.completed(.failure(error, values: nil)) }
}
