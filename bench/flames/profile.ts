/** What V8 writes (--cpu-prof): a tree of calls, and which of them was on at each sample. Times are µs of the machine's clock. */
export interface Written {
  readonly nodes: readonly { id: number; callFrame: CallFrame; children?: readonly number[] }[]
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface CallFrame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
}

/** Time spent in a function and below it, in µs. */
export interface Flame {
  readonly name: string
  readonly where: string
  total: number
  readonly children: Map<string, Flame>
}

/** Between two moments, in µs of the machine's clock. */
export interface Span {
  readonly begin: number
  readonly end: number
}

/** Now, on the clock of the samples. */
export const now = (): number => Number(process.hrtime.bigint() / 1000n)

export const newFlame = (name: string, where = ''): Flame => ({ name, where, total: 0, children: new Map() })

/** Adds what one thread did within the span; what it waited is left out. */
export function addThread(
  root: Flame,
  { nodes, startTime, samples, timeDeltas }: Written,
  thread: string,
  span: Span,
): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const ways = new Map<number, readonly CallFrame[]>()
  const pathTo = (id: number): readonly CallFrame[] => {
    const known = ways.get(id)
    if (known) return known
    const parent = parents.get(id)
    const frame = byId.get(id)?.callFrame
    const way = parent === undefined || !frame ? [] : [...pathTo(parent), frame]
    ways.set(id, way)
    return way
  }
  let at = startTime
  samples.forEach((id, index) => {
    const took = timeDeltas[index + 1] ?? 0
    at += timeDeltas[index] ?? 0
    if (at < span.begin || at > span.end) return
    const way = pathTo(id)
    if (way[0]?.functionName === '(idle)') return
    add(root, [{ functionName: thread, url: '', lineNumber: -1 }, ...way], took)
  })
}

function add(root: Flame, way: readonly CallFrame[], took: number): void {
  let flame = root
  flame.total += took
  for (const { functionName, url, lineNumber } of way) {
    const name = functionName || '(anonymous)'
    const where = url && `${shortened(url)}:${lineNumber + 1}`
    const key = `${name} ${where}`
    let next = flame.children.get(key)
    if (!next) {
      next = newFlame(name, where)
      flame.children.set(key, next)
    }
    next.total += took
    flame = next
  }
}

const ROOT = new URL('../../', import.meta.url).href

/** Below the checkout, or the package. */
const shortened = (url: string): string =>
  (url.startsWith(ROOT) ? url.slice(ROOT.length) : url).replace(/^.*node_modules\//, '')
