import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createClient } from '@clouddisk/client/http/call'
import { digests } from '@clouddisk/client/uploads/digests'
import { proveBlob } from '@clouddisk/client/uploads/hash'
import type { Hashes, Transport } from '@clouddisk/client/uploads/ports'
import { createUploadQueue } from '@clouddisk/client/uploads/runner'
import type { UploadItem, UploadQueue } from '@clouddisk/client/uploads/state'
import { memoryStorage, systemPorts } from '@clouddisk/client/uploads/system'
import { fetchTransport } from '@clouddisk/client/uploads/transport'
import type { Person } from '../../../server/test/person.ts'
import type { SeededFile } from './seeded.ts'

/** The upload queue of the page, run by Node: it hashes while it sends, three parts at a time. */

export interface Sent {
  readonly instanceId: string
  readonly hashes: Hashes
  readonly parts: number
  readonly partSize: number
  /** Who took the bytes, each by its origin. */
  readonly hosts: ReadonlySet<string>
}

/** @param onPart told of each part that was taken, with all the bytes so far; the next one waits for it. */
export async function send(
  person: Person,
  name: string,
  file: SeededFile,
  onPart: (bytes: number) => Promise<void>,
): Promise<Sent> {
  const client = createClient({ baseUrl: person.baseUrl, token: () => person.token })
  const hosts = new Set<string>()
  let hashes: Hashes | undefined
  const queue = createUploadQueue({
    ...systemPorts,
    api: client.call,
    network: client,
    hasher: {
      hash: async (_blob, { signal }) => {
        hashes = await hashesOf(file, signal)
        return hashes
      },
      digests,
      prove: proveBlob,
    },
    transport: counted(hosts, onPart),
    storage: memoryStorage(),
    hooks: { notify: nothing, refresh: nothing, allEnded: nothing, finished: nothing },
  })
  try {
    queue.setUser(person.user.userId)
    queue.add({
      parentId: '0',
      uploadTo: 'Files',
      files: [{ file, name, lastModified: 0, path: [] }],
    })
    const item = await ended(queue)
    if (!hashes) throw new Error('it went up without a hash')
    return {
      instanceId: item.instanceId ?? '',
      hashes,
      parts: item.partCount,
      partSize: item.partSize,
      hosts,
    }
  } finally {
    await queue.stop()
  }
}

async function hashesOf({ seed, size }: SeededFile, signal: AbortSignal): Promise<Hashes> {
  const worker = new Worker(new URL('./hashing.ts', import.meta.url), { workerData: { seed, size } })
  try {
    const [hashes] = await once(worker, 'message', { signal })
    return hashes as Hashes
  } finally {
    await worker.terminate()
  }
}

const nothing = (): void => undefined

function counted(hosts: Set<string>, onPart: (bytes: number) => Promise<void>): Transport {
  const { send } = fetchTransport()
  let bytes = 0
  return {
    send: async (request, options) => {
      const answer = await send(request, options)
      if (request.body instanceof Blob && answer.status === 200) {
        hosts.add(new URL(request.url).origin)
        bytes += request.body.size
        await onPart(bytes)
      }
      return answer
    },
  }
}

/** @throws what became of it, where it did not arrive. */
function ended(queue: UploadQueue): Promise<UploadItem> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadItem>()
  const leave = queue.subscribe(() => {
    const [item] = queue.snapshot().items
    if (item?.status === 'success') resolve(item)
    else if (item?.error || item?.status === 'pause')
      reject(new Error(`the upload came to ${item.status}: ${JSON.stringify(item.error)}`))
  })
  return promise.finally(leave)
}
