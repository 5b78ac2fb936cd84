import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What an entry imports, and what that imports, as one piece: split for the sake of lazy parts that share some of it, it would
 * be larger and take more requests.
 */

interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null
}

interface ModuleInfo {
  readonly code: string | null
  readonly importedIds: readonly string[]
}

/** A group of the bundler, of all that is loaded with `entry`. */
export function firstPage(entry: URL) {
  const isFirst = importedBy(entry)
  return { name: (id: string, graph: ModuleGraph): string | null => (isFirst(id, graph) ? 'page' : null) }
}

/** Whether a module is loaded with one of the entries. */
export function importedBy(...entries: readonly URL[]) {
  let found: ReadonlySet<string> | undefined
  return (id: string, graph: ModuleGraph): boolean => {
    found ??= importedFrom(
      entries.map((entry) => fileURLToPath(entry)),
      graph,
    )
    return found.has(id)
  }
}

function importedFrom(entries: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set(entries)
  // A set is walked in the order of insertion, also what is added meanwhile.
  for (const id of found) {
    const info = graph.getModuleInfo(id)
    for (const imported of info?.importedIds ?? [])
      if (!ICONS.test(imported)) found.add(imported)
      else for (const icon of iconsIn(info?.code ?? '', imported, graph)) found.add(icon)
  }
  return found
}

/** The list of all icons, of which a module imports some. */
const ICONS = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.m?js$/
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const EXPORT = /export\s*\{([^}]*)\}\s*from\s*["'](\.[^"']+)["']/g

/** The modules of the icons that a source imports. */
function iconsIn(code: string, list: string, graph: ModuleGraph): string[] {
  const wanted = new Set([...code.matchAll(IMPORT)].flatMap(([, names = '']) => namesIn(names, 0)))
  const exported = graph.getModuleInfo(list)?.code ?? ''
  return [...exported.matchAll(EXPORT)].flatMap(([, names = '', path = '']) =>
    namesIn(names, -1).some((name) => wanted.has(name)) ? [join(dirname(list), path)] : [],
  )
}

/** Of `a as b` the first or the last name. */
const namesIn = (list: string, which: 0 | -1): string[] =>
  list.split(',').map(
    (one) =>
      one
        .trim()
        .split(/\s+as\s+/)
        .at(which) ?? '',
  )
