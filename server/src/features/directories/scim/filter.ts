import { refuseScim } from './fault.ts'
import { attributeName } from './urns.ts'

/** Filters and paths of RFC 7644, sections 3.4.2.2 and 3.5.2, as trees. */

export type CompareOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'present'; readonly attribute: string }
  | {
      readonly kind: 'compare'
      /** In lower case, without the schema’s name. */
      readonly attribute: string
      readonly operator: CompareOperator
      readonly value: string | number | boolean | null
    }
  /** One element of the attribute that meets all of it. */
  | { readonly kind: 'some'; readonly attribute: string; readonly where: Filter }

/** `attribute`, `attribute.sub`, `attribute[filter]` or `attribute[filter].sub`. */
export interface Path {
  /** In lower case; '' where the path names an extension as a whole. Undefined: of a schema that is not kept. */
  readonly attribute: string | undefined
  readonly where: Filter | undefined
  /** In lower case. */
  readonly sub: string | undefined
}

const LENGTH_MAX = 4000
const TERMS_MAX = 60
const DEPTH_MAX = 12
const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])

export function parseFilter(text: string): Filter {
  const parser = new Parser(text, (reason) => refuseScim(400, 'filter', reason, 'invalidFilter'))
  return parser.whole()
}

export function parsePath(text: string): Path {
  const parser = new Parser(text, () => refuseScim(400, 'path', text, 'invalidPath'))
  return parser.path()
}

/** A word ends at white space, brackets and quotes; an attribute may have its schema’s name in front. */
const TOKEN = /\s*([()[\]]|"(?:[^"\\]|\\.)*"|[^\s()[\]"]+)/y

class Parser {
  readonly #tokens: string[] = []
  readonly #fail: (reason: string) => never
  #at = 0
  #terms = 0

  constructor(text: string, fail: (reason: string) => never) {
    this.#fail = fail
    if (text.length > LENGTH_MAX) fail(`${LENGTH_MAX}`)
    const end = text.trimEnd().length
    for (let at = 0; at < end; at = TOKEN.lastIndex) {
      TOKEN.lastIndex = at
      const token = TOKEN.exec(text)?.[1]
      if (token === undefined) fail(text.slice(at, at + 40))
      this.#tokens.push(token as string)
    }
  }

  whole(): Filter {
    const filter = this.#or(0)
    return this.#at < this.#tokens.length ? this.#unexpected() : filter
  }

  path(): Path {
    const attribute = attributeName(this.#next())
    let where: Filter | undefined
    let sub: string | undefined
    if (this.#take('[')) {
      where = this.#or(0)
      if (!this.#take(']')) this.#unexpected()
      const rest = this.#peek()
      if (rest?.startsWith('.')) sub = this.#next().slice(1).toLowerCase()
    }
    if (this.#at < this.#tokens.length) this.#unexpected()
    if (attribute === undefined || where) return { attribute, where, sub }
    const [name = '', ...subs] = attribute.split('.')
    if (subs.length > 1) this.#unexpected()
    return { attribute: name, where, sub: subs[0] }
  }

  #or(depth: number): Filter {
    let left = this.#and(depth)
    while (this.#takeWord('or')) left = { kind: 'or', left, right: this.#and(depth) }
    return left
  }

  #and(depth: number): Filter {
    let left = this.#term(depth)
    while (this.#takeWord('and')) left = { kind: 'and', left, right: this.#term(depth) }
    return left
  }

  #term(depth: number): Filter {
    if (depth > DEPTH_MAX || ++this.#terms > TERMS_MAX) this.#fail('too complex')
    if (this.#peek()?.toLowerCase() === 'not' && this.#tokens[this.#at + 1] === '(') {
      this.#at++
      return { kind: 'not', of: this.#group(depth) }
    }
    if (this.#peek() === '(') return this.#group(depth)
    const word = this.#next()
    if (/^[()[\]"]/.test(word)) this.#fail(word)
    const attribute = attributeName(word)
    if (!attribute) return this.#fail(word)
    if (!this.#take('[')) return this.#comparison(attribute)
    const where = this.#or(depth + 1)
    if (!this.#take(']')) this.#unexpected()
    const sub = this.#peek()
    if (!sub?.startsWith('.')) return { kind: 'some', attribute, where }
    this.#at++
    // `emails[type eq "work"].value eq "x"`, as Entra ID sends it.
    const right = this.#comparison(sub.slice(1).toLowerCase())
    return { kind: 'some', attribute, where: { kind: 'and', left: where, right } }
  }

  #group(depth: number): Filter {
    this.#at++
    const filter = this.#or(depth + 1)
    return this.#take(')') ? filter : this.#unexpected()
  }

  #comparison(attribute: string): Filter {
    const operator = this.#next().toLowerCase()
    if (operator === 'pr') return { kind: 'present', attribute }
    if (!OPERATORS.has(operator)) this.#fail(operator)
    return {
      kind: 'compare',
      attribute,
      operator: operator as CompareOperator,
      value: this.#value(this.#next()),
    }
  }

  #value(token: string): string | number | boolean | null {
    try {
      const value: unknown = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token)
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
        if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) this.#fail('…')
        return value as string | number | boolean | null
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
    return this.#fail(token)
  }

  #peek = (): string | undefined => this.#tokens[this.#at]
  #next = (): string => this.#tokens[this.#at++] ?? this.#fail('it ends too early')
  #take(token: string): boolean {
    if (this.#peek() !== token) return false
    this.#at++
    return true
  }
  #takeWord(word: string): boolean {
    if (this.#peek()?.toLowerCase() !== word) return false
    this.#at++
    return true
  }
  #unexpected = (): never => this.#fail(this.#peek() ?? 'it ends too early')
}

type Element = Readonly<Record<string, unknown>>

/** Whether an element of a multi-valued attribute is selected by the filter of a path. */
export function selects(filter: Filter, element: Element): boolean {
  switch (filter.kind) {
    case 'and':
      return selects(filter.left, element) && selects(filter.right, element)
    case 'or':
      return selects(filter.left, element) || selects(filter.right, element)
    case 'not':
      return !selects(filter.of, element)
    case 'present':
      return (element[filter.attribute] ?? '') !== ''
    case 'compare':
      return compares(filter.operator, element[filter.attribute], filter.value)
    case 'some':
      return false
  }
}

function compares(operator: CompareOperator, actual: unknown, wanted: unknown): boolean {
  const plain = (value: unknown) => String(value ?? '').toLowerCase()
  const [a, b] = [plain(actual), plain(wanted)]
  switch (operator) {
    case 'eq':
      return a === b
    case 'ne':
      return a !== b
    case 'co':
      return a.includes(b)
    case 'sw':
      return a.startsWith(b)
    case 'ew':
      return a.endsWith(b)
    case 'gt':
      return a > b
    case 'ge':
      return a >= b
    case 'lt':
      return a < b
    case 'le':
      return a <= b
  }
}
