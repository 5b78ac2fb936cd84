import { fileURLToPath } from 'node:url'

/**
 * What an entry imports, and what that imports, as one piece: split for the sake of lazy parts that share some of it, it would
 * be larger and take more requests.
 */

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** A group of the bundler, of all that is loaded with `entry`. */
export function firstPage(entry: URL) {
  let first: ReadonlySet<string> | undefined
  return {
    name: (id: string, graph: ModuleGraph): string | null => {
      first ??= importedFrom(fileURLToPath(entry), graph)
      return first.has(id) ? 'page' : null
    },
  }
}

function importedFrom(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([entry])
  // A set is walked in the order of insertion, also what is added meanwhile.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
