import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** What only the server and the API's description read of a call; the page takes names, methods and paths. */
const SERVERS_OWN = new Set(['aliases', 'input', 'reply', 'errors', 'summary'])
const CONTRACT = /[\\/]contract[\\/]src[\\/][\w-]+\.ts$/

/** Leaves shapes, errors and descriptions of the contract's calls out of the page. */
export const calls = (): Plugin => ({
  name: 'clouddisk:calls',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: CONTRACT, code: /\broute\(\{/ },
    handler: (code, id) => withoutServersOwn(id, code),
  },
})

/** Functions without effects besides their answer: what nothing uses of theirs is left out. */
export const PURE = ['Type', 'route', 'nullable', 'oneOf']

export function withoutServersOwn(path: string, code: string): string {
  const gone: ESTree.Span[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [definition] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'route') return
      if (definition?.type !== 'ObjectExpression') return
      for (const property of definition.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        if (SERVERS_OWN.has(property.key.name)) gone.push(property)
      }
    },
  }).visit(parseSync(path, code).program)
  return gone.reduceRight((rest, { start, end }) => {
    const comma = /^\s*,/.exec(rest.slice(end))?.[0].length ?? 0
    return rest.slice(0, start) + rest.slice(end + comma)
  }, code)
}
