import { DLP_SAMPLES_MAX, type DlpMatch, type DlpRule } from '@clouddisk/contract/dlp'
import { RE2JS } from 're2js'
import { bankCardsIn } from './bank-card.ts'
import { idCardsIn } from './id-card.ts'
import { maskFind } from './mask.ts'
import { normalize } from './normalize.ts'
import { WordFinder } from './words.ts'

/** Applies rules to the text and the names of a file (G16). Pure; takes time in proportion to the text. */

export type Rule = Pick<
  DlpRule,
  'ruleId' | 'name' | 'kind' | 'terms' | 'pattern' | 'threshold' | 'level' | 'action'
>

/** The file, or a file in an archive. */
export interface Part {
  /** In the archive; '' for the file itself. */
  readonly path: string
  readonly name: string
  /** '' where there is none that can be read. */
  readonly text: string
}

/** Different finds that are counted. */
const FINDS_MAX = 10_000

interface Matcher {
  readonly rule: Rule
  /** Of a part, its text normalized. */
  readonly find: (part: Part) => Iterable<string>
}

export class Detector {
  readonly #matchers: readonly Matcher[]

  /** @throws SyntaxError if a rule's pattern is none */
  constructor(rules: readonly Rule[]) {
    this.#matchers = rules.map((rule) => ({ rule, find: finderOf(rule) }))
  }

  /** What applies to a file, sorted by compareMatches. */
  detect(parts: Iterable<Part>): DlpMatch[] {
    const found = new Map(this.#matchers.map((matcher) => [matcher, new Map<string, string>()]))
    for (const part of parts) {
      const normalized = { ...part, text: normalize(part.text) }
      for (const [{ find }, finds] of found)
        for (const one of find(normalized)) {
          if (finds.size >= FINDS_MAX) break
          if (!finds.has(one)) finds.set(one, part.path)
        }
    }
    return [...found]
      .filter(([{ rule }, finds]) => finds.size >= rule.threshold)
      .map(([{ rule }, finds]) => matchOf(rule, finds))
      .sort(compareMatches)
  }
}

function matchOf({ ruleId, name, level, action }: Rule, finds: ReadonlyMap<string, string>): DlpMatch {
  return {
    ruleId,
    rule: name,
    level,
    action,
    count: finds.size,
    samples: [...finds.keys()].slice(0, DLP_SAMPLES_MAX).map(maskFind),
    path: [...finds.values()][0] ?? '',
  }
}

const LEVELS = { low: 0, medium: 1, high: 2 }
/** The strictest and most sensitive first. */
export const compareMatches = (a: DlpMatch, b: DlpMatch): number =>
  Number(b.action === 'block') - Number(a.action === 'block') ||
  LEVELS[b.level] - LEVELS[a.level] ||
  b.count - a.count

function finderOf({ kind, terms, pattern }: Rule): Matcher['find'] {
  switch (kind) {
    case 'words': {
      const words = new WordFinder(terms)
      return ({ text }) => words.find(text)
    }
    case 'pattern': {
      const compiled = compilePattern(pattern)
      return ({ text }) => findPattern(compiled, text)
    }
    case 'idCard':
      return ({ text }) => idCardsIn(text)
    case 'bankCard':
      return ({ text }) => bankCardsIn(text)
    case 'fileName': {
      const globs = terms.map(globOf)
      return ({ name }) =>
        globs.some((glob) => glob.matcher(normalize(name)).find()) ? [normalize(name)] : []
    }
    case 'fileType': {
      const types = new Set(
        terms.map((term) =>
          normalize(term)
            .trim()
            .replace(/^\*?\./, ''),
        ),
      )
      return ({ name }) => {
        const ext = /\.([^.]+)$/.exec(normalize(name))?.[1]
        return ext !== undefined && types.has(ext) ? [`*.${ext}`] : []
      }
    }
  }
}

/** Case and width are no matter, as in the text. */
export const compilePattern = (pattern: string): RE2JS =>
  RE2JS.compile(pattern.normalize('NFKC'), RE2JS.CASE_INSENSITIVE)

function* findPattern(pattern: RE2JS, text: string): Generator<string> {
  const matcher = pattern.matcher(text)
  while (matcher.find()) {
    const found = matcher.group()
    // A pattern such as a* matches nothing everywhere.
    if (found) yield found
  }
}

/** A part of a name, or the whole of it where `*` or `?` is used. */
function globOf(term: string): RE2JS {
  const glob = normalize(term).trim()
  const quoted = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  if (!/[*?]/.test(glob)) return RE2JS.compile(quoted)
  return RE2JS.compile(`^${quoted.replace(/\*+/g, '.*').replace(/\?/g, '.')}$`, RE2JS.DOTALL)
}
