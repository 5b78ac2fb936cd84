import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** What only the server and the API's description read of a call; the page takes methods and paths. */
const SERVERS_OWN = new Set([
  'name',
  'aliases',
  'door',
  'admin',
  'adminRight',
  'restructures',
  'bodyMax',
  'input',
  'reply',
  'errors',
  'summary',
])
const CONTRACT = /[\\/]contract[\\/]src[\\/][\w-]+\.ts$/

/** Functions of the contract without effects besides their answer: what nothing uses of theirs is left out. */
const PURE = new Set(['Type', 'route', 'nullable', 'oneOf'])

/** Leaves shapes, errors and descriptions of the contract's calls out of the page. */
export const calls = (): Plugin => ({
  name: 'clouddisk:calls',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: CONTRACT },
    handler: (code, id) => pageShare(id, code),
  },
})

interface Edit extends ESTree.Span {
  readonly text: string
}

/** The source of a contract's file as the page needs it. */
export function pageShare(path: string, code: string): string {
  const edits: Edit[] = []
  new Visitor({
    CallExpression: ({ callee, start, arguments: [definition] }) => {
      const called = callee.type === 'MemberExpression' ? callee.object : callee
      if (called.type !== 'Identifier' || !PURE.has(called.name)) return
      edits.push({ start, end: start, text: '/* @__PURE__ */ ' })
      if (called.name !== 'route' || definition?.type !== 'ObjectExpression') return
      for (const property of definition.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        if (!SERVERS_OWN.has(property.key.name)) continue
        const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
        edits.push({ start: property.start, end: property.end + comma, text: '' })
      }
    },
  }).visit(parseSync(path, code).program)
  return applied(code, edits)
}

/** Edits from the front to the end; those inside of what is left out go with it. */
function applied(code: string, edits: readonly Edit[]): string {
  let out = ''
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    out += code.slice(at, start) + text
    at = end
  }
  return out + code.slice(at)
}
