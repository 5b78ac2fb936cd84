/** The person thought better of it; nothing needs to be told. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}
