import { createStore } from '../../../lib/store.ts'

/** Progress of the running walk. */
export interface ReadProgress {
  /** Files found so far. */
  readonly found: number
  readonly stop: () => void
}

export const readProgress = createStore<ReadProgress | undefined>(undefined)

/** Progress is shown after this time, ms. */
const QUIET_MS = 400

/** Shows progress while `work` runs, if it takes long; the user can stop it. */
export async function showReadProgress<T>(
  work: (signal: AbortSignal, onFound: (files: number) => void) => Promise<T>,
): Promise<T> {
  const stopper = new AbortController()
  let found = 0
  let shown = false
  const show = () => readProgress.set({ found, stop: () => stopper.abort() })
  const timer = setTimeout(() => {
    shown = true
    show()
  }, QUIET_MS)
  const onFound = (files: number) => {
    found = files
    if (shown) show()
  }
  try {
    return await work(stopper.signal, onFound)
  } finally {
    clearTimeout(timer)
    if (shown) readProgress.set(undefined)
  }
}
