/**
 * Replaces `typebox` in the browser's bundle. The page uses names, methods and paths of the contract and
 * never validates; it only needs the properties of object schemas.
 */
const nothing = () => ({})

const Type = new Proxy<Record<string, unknown>>(
  { Object: (properties: object) => ({ properties }) },
  { get: (kinds, kind) => (typeof kind === 'string' && kinds[kind]) || nothing },
)

export default Type
