import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import { StillClock, useBandwidthClock } from './pace-clock.ts'
import type { Person } from './person.ts'
import type { World } from './world.ts'

/** For `openWorld`: a limit of speed for everybody. */
export const SLOW = { CLOUDDISK_BANDWIDTH_LIMIT: '65536' }

// So much that no transfer is over before it is cut, however long others take to begin: each step of the clock sends some of it.
const SIZE = 20_000_000

export interface Transfer {
  /** Ends with the transfer: whether all of it came. */
  readonly ended: Promise<boolean>
  stop(): void
}

/** Transfers whose speed is limited by a clock that stands: one that has begun never ends by itself. */
export interface SlowTransfers {
  /** Begins a transfer; answers once its first bytes have come. All of one person share its speed. */
  begin(address: string, headers?: Record<string, string>): Promise<Transfer>
  /** Moves the clock on until something has ended. */
  make<T>(work: Promise<T>): Promise<T>
  /** Uploads a file that is long enough, which begins with `head`. Answers its id. */
  upload(who: Person, parentId: string, name?: string, head?: string): Promise<string>
}

export function slowTransfers({ ctx }: Pick<World, 'ctx'>): SlowTransfers {
  const clock = new StillClock()
  useBandwidthClock(ctx, clock)
  const make = <T>(work: Promise<T>): Promise<T> => along(work, () => clock.advance(10_000))
  return {
    make,
    upload: async (who, parentId, name = 'file.bin', head = '') => {
      const bytes = Buffer.concat([Buffer.from(head), randomBytes(SIZE)])
      return (await make(who.upload(parentId, name, bytes))).instanceId
    },
    begin: async (address, headers = {}) => {
      const request = get(address, { headers })
      request.on('error', () => undefined)
      const started = once(request, 'response').then(async ([response]) => {
        await once(response, 'data')
        return response
      })
      const response = await along(started, () => clock.next())
      if (![200, 206].includes(response.statusCode)) throw new Error(`answered ${response.statusCode}`)
      response.on('error', () => undefined)
      const ended = new Promise<boolean>((resolve) =>
        response.once('close', () => resolve(response.complete)),
      )
      return { ended, stop: () => request.destroy() }
    },
  }
}

/** Moves the clock on until something has ended. */
async function along<T>(work: Promise<T>, move: () => unknown): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    move()
    await new Promise(setImmediate)
  }
  return done
}
