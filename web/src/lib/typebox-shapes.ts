/**
 * Stands in for `typebox` in the browser's bundle: the page takes names, methods and paths from the contract and never
 * validates by its schemas, which the server does. All it needs of a schema is that objects keep their properties.
 */
const nothing = () => ({})

const Type = new Proxy<Record<string, unknown>>(
  { Object: (properties: object) => ({ properties }) },
  { get: (kinds, kind) => (typeof kind === 'string' && kinds[kind]) || nothing },
)

export default Type
