import ContractCore
import Synchronization

/// The keyboard of the terminal on standard input, whose keys come one by one while `--watch` runs.
enum Keyboard {
  /// The terminal's settings before they were changed; nil if they are not changed.
  private static let saved = Mutex<termios?>(nil)

  /// Whether the terminal's keys are for this process, and not for another one that the shell has started.
  static var isOurs: Bool { tcgetpgrp(0) == getpgrp() }

  /// Makes the terminal give each key at once, and show none. Returns whether standard input is a terminal.
  ///
  /// Another program, such as the shell after Ctrl-Z, may change the settings. So this is called again and again.
  static func readKeys() -> Bool {
    var settings = termios()
    guard isatty(0) == 1, tcgetattr(0, &settings) == 0 else { return false }
    // In the background, a change of the settings would stop the process.
    guard isOurs else { return true }
    let line = tcflag_t(ICANON | ECHO)
    guard settings.c_lflag & line != 0 else { return true }
    saved.withLock { $0 = $0 ?? settings }
    settings.c_lflag &= ~line
    tcsetattr(0, TCSANOW, &settings)
    return true
  }

  /// Returns the bytes of the keys that were pressed; nil if the terminal is gone.
  static func keys() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Platform.read(0, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Gives the terminal its settings back. Does nothing if they were not changed.
  static func restore() {
    saved.withLock { saved in
      guard var settings = saved, isOurs else { return }
      tcsetattr(0, TCSANOW, &settings)
      saved = nil
    }
  }
}
