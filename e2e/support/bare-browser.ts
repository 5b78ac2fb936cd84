import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CHROMIUM, CHROMIUM_FLAGS } from './chromium.ts'

/** Chromium by its own protocol, for times: Playwright puts scripts of its own into each page, which take time of it. */

type Parameters = Readonly<Record<string, unknown>>
type Answer = Readonly<Record<string, unknown>>

export interface BareBrowser {
  /** Where others speak its protocol. */
  readonly port: number
  /** What pages have that are opened by others; instead of what they had before. */
  setCookies(cookies: readonly { name: string; value: string; url: string }[]): Promise<void>
  /** A page without cookies and cache of the others. */
  openPage(width: number, height: number): Promise<BarePage>
  close(): Promise<void>
}

export interface BarePage {
  /** A command of the DevTools protocol. */
  send(method: string, parameters?: Parameters): Promise<Answer>
  /** What the expression, or its promise, evaluates to. */
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}

export async function startBareBrowser(): Promise<BareBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'clouddisk-browser-'))
  const flags = [...CHROMIUM_FLAGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const child = spawn(CHROMIUM, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  const address = await addressOf(child.stderr)
  const send = await connect(address)
  return {
    port: Number(new URL(address).port),
    setCookies: async (cookies) => {
      await send('Storage.clearCookies')
      if (cookies.length > 0) await send('Storage.setCookies', { cookies })
    },
    openPage: async (width, height) => {
      const { browserContextId } = await send('Target.createBrowserContext')
      const target = { url: 'about:blank', browserContextId, width, height }
      const { targetId } = await send('Target.createTarget', target)
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      const sendToPage: BarePage['send'] = (method, parameters = {}) =>
        send(method, parameters, String(sessionId))
      const screen = { width, height, deviceScaleFactor: 1, mobile: false }
      await sendToPage('Emulation.setDeviceMetricsOverride', screen)
      await sendToPage('Page.enable')
      return {
        send: sendToPage,
        evaluate: async (expression) => {
          const how = { expression, awaitPromise: true, returnByValue: true }
          const { result, exceptionDetails } = await sendToPage('Runtime.evaluate', how)
          if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
          return (result as Answer).value
        },
        close: async () => void (await send('Target.disposeBrowserContext', { browserContextId })),
      }
    },
    close: async () => {
      child.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /listening on (ws:\S+)/.exec(line)?.[1]
    if (!address) continue
    output.resume()
    return address
  }
  throw new Error('Chromium ended before it listened')
}

async function connect(address: string) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data))
    const one = waiting.get(id)
    waiting.delete(id)
    if (error) one?.reject(new Error(error.message))
    else one?.resolve(result)
  })
  let last = 0
  return (method: string, parameters: Parameters = {}, sessionId?: string): Promise<Answer> => {
    const answer = Promise.withResolvers<Answer>()
    waiting.set(++last, answer)
    socket.send(JSON.stringify({ id: last, method, params: parameters, sessionId }))
    return answer.promise
  }
}
