import { normalize } from './normalize.ts'

/** Finds many terms in one pass over a text (Aho-Corasick), so that a dictionary costs as little as one word. */

interface State {
  readonly next: Map<string, State>
  /** The longest other beginning of a term that ends like this one. */
  fallback: State | undefined
  /** Terms that end here. */
  readonly terms: string[]
}

const HAN = /\p{Script=Han}/u
const WORDS = new Intl.Segmenter('zh', { granularity: 'word' })
/** Characters around a find that its words are told by. */
const CONTEXT = 12
const LETTER_OR_DIGIT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u

export class WordFinder {
  readonly #root = newState()

  /** @param terms as an administrator wrote them */
  constructor(terms: Iterable<string>) {
    for (const term of new Set([...terms].map((one) => normalize(one).trim()))) if (term) this.#add(term)
    this.#link()
  }

  #add(term: string): void {
    let state = this.#root
    for (const character of units(term)) {
      const next = state.next.get(character) ?? newState()
      state.next.set(character, next)
      state = next
    }
    state.terms.push(term)
  }

  /** Breadth first: the fallback of a state is shorter than itself. */
  #link(): void {
    const queue = [...this.#root.next.values()]
    for (const state of queue) state.fallback = this.#root
    for (const state of queue)
      for (const [character, next] of state.next) {
        let fallback = state.fallback
        while (fallback && !fallback.next.has(character)) fallback = fallback.fallback
        next.fallback = fallback?.next.get(character) ?? this.#root
        next.terms.push(...next.fallback.terms)
        queue.push(next)
      }
  }

  /** The terms in a normalized text, each as often as it is there. */
  *find(text: string): Generator<string> {
    let state = this.#root
    for (let at = 0; at < text.length; at++) {
      const character = text[at] ?? ''
      while (state.fallback && !state.next.has(character)) state = state.fallback
      state = state.next.get(character) ?? this.#root
      for (const term of state.terms) if (isWhole(text, at + 1 - term.length, term)) yield term
    }
  }
}

/** Words of alphabets count as whole words: "secret" is not in "secretary"; and 机密 is not in 手机密码. */
function isWhole(text: string, start: number, term: string): boolean {
  if (HAN.test(term) && straddlesWords(text, start, start + term.length)) return false
  const isPart = (inside: string | undefined, outside: string | undefined) =>
    inside !== undefined &&
    outside !== undefined &&
    LETTER_OR_DIGIT.test(inside) &&
    LETTER_OR_DIGIT.test(outside)
  return !isPart(term[0], text[start - 1]) && !isPart(term.at(-1), text[start + term.length])
}

/** Whether it is the end of a longer word and the beginning of the next, or either. */
function straddlesWords(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - CONTEXT)
  const around = text.slice(from, end + CONTEXT)
  const bounds = new Set([around.length])
  for (const { index } of WORDS.segment(around)) bounds.add(index)
  const isBound = (at: number) => bounds.has(at - from)
  const isCut = Array.from({ length: end - start - 1 }, (_, at) => start + 1 + at).some(isBound)
  return isCut && !(isBound(start) && isBound(end))
}

/** UTF-16 units, as `find` reads a text. */
const units = (text: string): string[] => text.split('')

const newState = (): State => ({ next: new Map(), fallback: undefined, terms: [] })
