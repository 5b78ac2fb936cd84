import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from '@clouddisk/client/http/call'
import type { DesktopCall, DesktopInput, DesktopMessage, DesktopReply } from '@clouddisk/contract/desktop'
import { answerCall } from '../src/bridge/bridge.ts'
import { openTransferDatabase } from '../src/transfers/database.ts'
import { Transfers } from '../src/transfers/transfers.ts'

/** The client's transfers in a process of their own, without a window, so that a test can kill them. */

const SMALL_HEAP = new URL('../src/system/small-heap.ts', import.meta.url).href

export interface HostOptions {
  readonly baseUrl: string
  readonly token: string
  readonly userId: string
  /** The client's own. */
  readonly folder: string
  readonly downloadFolder: string
}

export interface TransferHost {
  call<C extends DesktopCall>(
    method: C,
    input: DesktopInput<C>,
    paths?: readonly string[],
  ): Promise<DesktopReply<C>>
  readonly messages: DesktopMessage[]
  readonly pid: number
  /** As kill -9. */
  kill(): Promise<void>
  stop(): Promise<void>
}

interface Asked {
  readonly id: number
  readonly method: string
  readonly input: unknown
  readonly paths: readonly string[]
}
type Told =
  | { readonly message: DesktopMessage }
  | { readonly id: number; readonly reply?: unknown; readonly error?: string }

export async function startTransferHost(options: HostOptions): Promise<TransferHost> {
  const child = fork(import.meta.filename, [JSON.stringify(options)], {
    serialization: 'json',
    execArgv: [...process.execArgv, '--import', SMALL_HEAP],
  })
  const messages: DesktopMessage[] = []
  const waiting = new Map<number, { resolve(reply: unknown): void; reject(error: Error): void }>()
  await once(child, 'message')
  child.on('message', (told: Told) => {
    if ('message' in told) return void messages.push(told.message)
    const asked = waiting.get(told.id)
    waiting.delete(told.id)
    if (told.error === undefined) asked?.resolve(told.reply)
    else asked?.reject(new Error(told.error))
  })
  let last = 0
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    messages,
    pid: child.pid ?? 0,
    call: (method, input, paths = []) => {
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (reply: unknown) => void, reject })
        child.send({ id, method, input, paths } satisfies Asked)
      })
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

async function serve({ baseUrl, token, userId, folder, downloadFolder }: HostOptions): Promise<void> {
  const tell = (told: Told) => process.send?.(told)
  const db = openTransferDatabase(folder)
  const transfers = new Transfers({
    db,
    client: createClient({ baseUrl, token: () => token }),
    language: 'zh-CN',
    now: Date.now,
    post: (message) => tell({ message }),
    downloadFolder: () => downloadFolder,
    pathOfGrant: (grant) => grant,
    onSignedOut: () => tell({ message: { myType: 'signInExpired' } }),
  })
  await transfers.start(userId)
  process.on('message', ({ id, method, input, paths }: Asked) => {
    answerCall(transfers.answers, { method, input, files: async () => [...paths] }).then(
      (reply) => tell({ id, reply }),
      (error: Error) => tell({ id, error: error.message }),
    )
  })
  process.on('SIGTERM', () => void transfers.stop().then(() => process.exit()))
  process.send?.('ready')
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? ''))
