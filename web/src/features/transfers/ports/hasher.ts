import type { FileHasher } from '@clouddisk/client/uploads/ports'
import { proxy, type Remote, wrap } from 'comlink'
import type { HashWorker } from './hash-worker.ts'

/** Minimum interval of progress reports, ms: MD5 reads in small slices. */
const REPORT_MS = 100

/** Two workers, one per hash: faster than one pass, since the second read hits the page cache. */
export const workerHasher: FileHasher = {
  async hash(blob, { signal, onProgress }) {
    const done = { sha256: 0, md5: 0 }
    const report = throttled(() => onProgress(Math.min(done.sha256, done.md5)))
    const watch = (kind: 'sha256' | 'md5') =>
      inWorker(kind, signal, (remote) => {
        const onBytes = (bytes: number) => {
          done[kind] = bytes
          report()
        }
        return remote[kind](blob, proxy(onBytes))
      })
    const [sha256, md5] = await Promise.all([watch('sha256'), watch('md5')])
    return { sha256, md5 }
  },
  digests: (contents, signal) => inWorker('sha256', signal, (remote) => remote.digests(contents)),
  prove: (blob, proof, signal) => inWorker('sha256', signal, (remote) => remote.prove(blob, proof)),
}

interface HashThread {
  readonly worker: Worker
  readonly remote: Remote<HashWorker>
}
const idleThreads: Record<'sha256' | 'md5', HashThread[]> = { sha256: [], md5: [] }

const start = (): HashThread => {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module', name: 'hash' })
  return { worker, remote: wrap<HashWorker>(worker) }
}

/** Rejects with the signal's reason on abort, and when the worker dies, as it does without memory. */
async function inWorker<T>(
  kind: 'sha256' | 'md5',
  signal: AbortSignal,
  task: (remote: Remote<HashWorker>) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const one = idleThreads[kind].pop() ?? start()
  const { promise: cut, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  const onError = (event: ErrorEvent) => reject(new Error(event.message || 'the hashing worker ended'))
  signal.addEventListener('abort', onAbort)
  one.worker.addEventListener('error', onError)
  try {
    const result = await Promise.race([task(one.remote), cut])
    idleThreads[kind].push(one)
    return result
  } catch (error) {
    // A running task can only be ended with its worker.
    one.worker.terminate()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
    one.worker.removeEventListener('error', onError)
  }
}

function throttled(run: () => void): () => void {
  let last = 0
  return () => {
    const now = Date.now()
    if (now - last < REPORT_MS) return
    last = now
    run()
  }
}
