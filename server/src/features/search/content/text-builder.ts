/** Characters of a file that are searched. */
export const TEXT_MAX = 1024 * 1024

/** Collects the text of a file up to a limit. */
export class TextBuilder {
  readonly #parts: string[] = []
  #length = 0

  get isFull(): boolean {
    return this.#length >= TEXT_MAX
  }

  add(text: string): void {
    if (this.isFull || text === '') return
    this.#parts.push(text)
    this.#length += text.length
  }

  /** Lines without what cannot be stored or seen: one space between words, no empty lines. */
  toString(): string {
    return cut(this.#parts.join(''))
      .normalize('NFC')
      .replace(/[\p{Cs}\0\u00ad\ufeff\u200b]+/gu, '')
      .replace(/[^\S\n\r]+/gu, ' ')
      .replace(/ ?[\r\n]+(?: ?[\r\n]+)* ?/gu, '\n')
      .trim()
  }
}

const cut = (text: string): string => (text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) : text)
