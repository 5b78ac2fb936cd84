import type { Language } from '@clouddisk/contract/errors'
import { HELPER_RESULTS, type HelperReply, HelperRequest } from '@clouddisk/contract/local-helper'
import { Check } from 'typebox/value'
import type { RawData, WebSocket } from 'ws'
import { textOf as transferText } from '../transfers/strings.ts'
import { startDownload } from './download.ts'
import { followUpload } from './follow-upload.ts'
import { HelperRefusal } from './refusal.ts'
import { textOf } from './strings.ts'
import { startUpload, type UploadRequest } from './upload.ts'
import type { HelperWork } from './work.ts'

/** Serves one page over its WebSocket. */

/** @param choosing is shared by all connections: one dialog at a time. */
export function serveConnection(
  socket: WebSocket,
  work: HelperWork,
  choosing: Turn,
  language: Language,
): void {
  new Connection(socket, work, choosing, language).start()
}

/** Whether the person is being asked something. */
export class Turn {
  #taken = false

  /** @returns undefined if it is taken. */
  async take<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#taken) return undefined
    this.#taken = true
    try {
      return await work()
    } finally {
      this.#taken = false
    }
  }
}

class Connection {
  readonly #socket: WebSocket
  readonly #work: HelperWork
  readonly #choosing: Turn
  #language: Language
  #loggedIn = false
  #folder: string | null = null
  #silence: NodeJS.Timeout | undefined
  readonly #follows = new Set<() => void>()

  constructor(socket: WebSocket, work: HelperWork, choosing: Turn, language: Language) {
    this.#socket = socket
    this.#work = work
    this.#choosing = choosing
    this.#language = language
  }

  start(): void {
    this.#waitForWord()
    // Too large a message, say; the socket closes by itself.
    this.#socket.on('error', () => undefined)
    this.#socket.on('message', (data, isBinary) => {
      this.#waitForWord()
      void this.#take(isBinary ? undefined : data)
    })
    this.#socket.on('close', () => {
      clearTimeout(this.#silence)
      for (const stop of this.#follows) stop()
    })
  }

  #waitForWord(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#socket.terminate(), this.#work.silentMs)
  }

  #say(reply: HelperReply): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(reply))
  }

  #text(name: Parameters<typeof textOf>[0], values?: Parameters<typeof textOf>[2]): string {
    return textOf(name, this.#language, values)
  }

  async #take(data: RawData | undefined): Promise<void> {
    const request = requestIn(data)
    const operation = request?.operation ?? ''
    try {
      if (!request) throw new HelperRefusal('badMessage', this.#text('badMessage'))
      this.#say({ operation, resultCode: HELPER_RESULTS.ok, ...(await this.#answer(request)) })
    } catch (error) {
      const isRefusal = error instanceof HelperRefusal
      const resultCode = isRefusal ? error.resultCode : HELPER_RESULTS.failed
      this.#say({
        operation,
        resultCode,
        errmsg: isRefusal ? error.message : transferText(error, this.#language),
      })
      // Each try with a wrong token takes a connection of its own.
      if (resultCode === HELPER_RESULTS.tokenRefused) this.#socket.close()
    }
  }

  async #answer(request: HelperRequest): Promise<Partial<HelperReply>> {
    if (request.operation === 'heartBeat') return {}
    if (request.operation === 'login') {
      this.#language = request.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US'
      this.#requireServer(request)
      this.#loggedIn = true
      return {}
    }
    if (!this.#loggedIn) throw new HelperRefusal('badMessage', this.#text('badMessage'))
    const busy = () => new HelperRefusal('failed', this.#text('busy'))
    if (request.operation === 'upload') {
      this.#requireServer(request)
      return (await this.#choosing.take(() => this.#upload(request))) ?? raise(busy())
    }
    const count = await this.#choosing.take(() =>
      startDownload(this.#work, request, this.#language, async () => {
        this.#folder ??= await this.#work.downloadFolder(this.#language)
        return this.#folder
      }),
    )
    return { count: count ?? raise(busy()) }
  }

  async #upload(request: UploadRequest): Promise<Partial<HelperReply>> {
    const { parentId, ids, skipped } = await startUpload(this.#work, request, this.#language)
    const stop = followUpload(this.#work, ids, ({ open, failed }) => {
      if (open === 0) this.#follows.delete(stop)
      this.#say({
        operation: 'upload',
        resultCode: HELPER_RESULTS.done,
        ...{ parentId, allFinish: open === 0 },
        ...(open === 0 && { count: failed }),
      })
    })
    this.#follows.add(stop)
    return {
      count: ids.length,
      ...(skipped > 0 && { errmsg: this.#text('skipped', { count: skipped }) }),
    }
  }

  /** @throws HelperRefusal if the page is another server's than the client's. */
  #requireServer({ ip, port }: { ip: string; port: string }): void {
    const { hostname, port: own, protocol } = new URL(this.#work.origin)
    const ownPort = own || (protocol === 'https:' ? '443' : '80')
    if (ip !== hostname || (port || ownPort) !== ownPort)
      throw new HelperRefusal('otherServer', this.#text('otherServer'))
  }
}

function requestIn(data: RawData | undefined): HelperRequest | undefined {
  if (data === undefined) return undefined
  try {
    const request: unknown = JSON.parse(String(data))
    return Check(HelperRequest, request) ? request : undefined
  } catch {
    return undefined
  }
}

function raise(error: Error): never {
  throw error
}
