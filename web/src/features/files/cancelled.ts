/** The person thought better of it; nothing needs to be told. */
export class Declined extends Error {
  override readonly name = 'Declined'
}
