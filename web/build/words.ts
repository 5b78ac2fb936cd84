import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type ESTree, type HtmlTagDescriptor, type Plugin, parseSync, Visitor } from 'vite'

/**
 * Words are written with both languages side by side. Of those in the first load a browser is sent one: they are taken
 * out into a pack per language, and the page begins by fetching its own. `texts('app', { retry: ['重试', 'Retry'] })`
 * becomes `texts('app', words[7])`, a pack has `{ retry: 'Retry' }`, and a pair elsewhere becomes `words[8], words[8]`.
 * What an error of a call says comes with the server's answer: rows of the error catalogue keep their numbers alone.
 */

const LANGUAGES = ['zh-CN', 'en-US'] as const
const PAGE = 'virtual:words'
const PACK = /^\0virtual:words\/(.+)$/

type ByLanguage = readonly [zh: string, en: string]
/** What each place has in each language, as source. */
export type Packs = readonly [zh: string[], en: string[]]

/** Where a source has words, from `start` to `end`. */
interface Place {
  readonly start: number
  readonly end: number
  /** What goes into the packs; nothing where the page does without the words. */
  readonly packed: ByLanguage | undefined
  /** A pair is taken twice, once for each language. */
  readonly twice: boolean
}

/** @param sources the files whose words are in the first load. */
export function words(sources: readonly URL[]): Plugin {
  const packs: Packs = [[], []]
  const taken = new Map<string, string>()
  return {
    name: 'clouddisk:words',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      for (const path of sources.map((source) => fileURLToPath(source))) {
        const code = await readFile(path, 'utf8')
        taken.set(path, takeOut(path, code, packs))
      }
    },
    resolveId: (id) => (id.startsWith(PAGE) ? `\0${id}` : undefined),
    load(id) {
      const language = PACK.exec(id)?.[1]
      if (language) return `export default [${packs[language === 'zh-CN' ? 0 : 1].join(',')}]`
      return id === `\0${PAGE}` ? CHOICE : undefined
    },
    transform: (_, id) => taken.get(id),
    transformIndexHtml: { order: 'post', handler: (_, { bundle }) => hintsFor(bundle ?? {}) },
  }
}

/** boot.js has put the language on the document. */
const CHOICE = `export default (await (document.documentElement.lang === 'en-US'
  ? import('${PAGE}/en-US')
  : import('${PAGE}/zh-CN'))).default`

const CHINESE = /\p{Script=Han}/u
type Node = ESTree.Node | null | undefined
const isText = (node: Node): boolean => node?.type === 'Literal' && typeof node.value === 'string'
/** `{ one: '…', other: '…' }`. */
const isForms = (node: Node): boolean =>
  node?.type === 'ObjectExpression' &&
  node.properties.every((one) => one.type === 'Property' && isText(one.value))

function placesIn(path: string, code: string): readonly Place[] {
  const tables: Place[] = []
  const pairs: Place[] = []
  const look = ([zh, en]: readonly Node[], needed: boolean) => {
    if (!zh || !en || !isText(zh) || !isText(en) || !CHINESE.test(written(zh))) return
    const packed = needed ? ([written(zh), written(en)] as const) : undefined
    pairs.push({ start: zh.start, end: en.end, packed, twice: true })
  }
  const written = ({ start, end }: ESTree.Span) => code.slice(start, end)
  new Visitor({
    ArrayExpression: ({ elements }) => look(elements, true),
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== 'Identifier') return
      // The second and third of a row of the error catalogue.
      if (callee.name === 'row') look(given.slice(1, 3), false)
      if (callee.name === 'texts') tables.push(tableOf(given[1], written))
    },
  }).visit(parseSync(path, code).program)
  const single = pairs.filter((pair) => !tables.some((table) => isIn(pair, table)))
  return [...tables, ...single].sort((a, b) => a.start - b.start)
}

const isIn = (inner: Place, outer: Place) => inner.start >= outer.start && inner.end <= outer.end

/** A table of pairs as one place. */
function tableOf(table: Node, written: (node: ESTree.Span) => string): Place {
  if (table?.type !== 'ObjectExpression') throw new Error('texts() takes a table that is written out')
  const rows = table.properties.map((row) => {
    const [zh, en] = row.type === 'Property' && row.value.type === 'ArrayExpression' ? row.value.elements : []
    if (row.type !== 'Property' || !zh || !en || !isText(zh) || !(isText(en) || isForms(en)))
      throw new Error(`both languages have to be written out: ${written(row)}`)
    return [`${written(row.key)}: ${written(zh)}`, `${written(row.key)}: ${written(en)}`] as const
  })
  const packed = [
    `{ ${rows.map(([zh]) => zh).join(', ')} }`,
    `{ ${rows.map(([, en]) => en).join(', ')} }`,
  ] as const
  return { start: table.start, end: table.end, packed, twice: false }
}

/** The source without its words, which go to the end of the packs. */
export function takeOut(path: string, code: string, [zh, en]: Packs): string {
  let out = `import words from '${PAGE}'\n`
  let at = 0
  for (const { start, end, packed, twice } of placesIn(path, code)) {
    const packedAt = packed ? `words[${zh.length}]` : "''"
    out += code.slice(at, start) + (twice ? `${packedAt}, ${packedAt}` : packedAt)
    at = end
    if (!packed) continue
    zh.push(packed[0])
    en.push(packed[1])
  }
  return out + code.slice(at)
}

/** Where the packs are, for boot.js to have the right one fetched while the page itself is. */
const hintsFor = (bundle: Readonly<Record<string, { type: string }>>): HtmlTagDescriptor[] =>
  LANGUAGES.map((language) => ({
    tag: 'link',
    injectTo: 'head-prepend',
    attrs: { 'data-words': language, crossorigin: true, href: `/disk/${packFile(bundle, language)}` },
  }))

function packFile(bundle: Readonly<Record<string, { type: string }>>, language: string): string {
  const found = Object.entries(bundle).find(
    ([, one]) => 'facadeModuleId' in one && one.facadeModuleId === `\0${PAGE}/${language}`,
  )
  if (!found) throw new Error(`no pack of words in ${language}`)
  return found[0]
}
