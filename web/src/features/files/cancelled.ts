/** Thrown when the user cancels; no message is shown. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}
