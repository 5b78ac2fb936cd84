import { DESKTOP_CALLS } from '@clouddisk/contract/desktop'

/**
 * The script that gives the page its `clouddiskHost`. It runs before the page's own scripts in every document of the
 * window, and does nothing in a frame or on another origin; the client checks the origin of each call itself
 * (chromium-window.ts), whatever a document has done to this script.
 */

export interface Names {
  /** Function that carries a call to the client. */
  readonly send: string
  /** Function by which the client answers. */
  readonly receive: string
  /** Function that hands out the files of a call. */
  readonly files: string
}

export const pageScript = (origin: string, names: Names, facts: Readonly<Record<string, unknown>>): string =>
  `(${installHost.toString()})(${[origin, names, facts, Object.keys(DESKTOP_CALLS)].map((one) => JSON.stringify(one)).join(', ')})`

/** Sent as text: it uses nothing from outside. */
function installHost(
  origin: string,
  names: Names,
  facts: Readonly<Record<string, unknown>>,
  methods: readonly string[],
): void {
  const page = globalThis as unknown as Record<string, unknown> & Window
  const send = page[names.send] as (text: string) => void
  if (page.location.origin !== origin || page.top !== page.self) return
  const waiting = new Map<number, { resolve(reply: unknown): void; reject(error: Error): void }>()
  const chosen = new Map<number, readonly File[]>()
  const listeners = new Set<(message: unknown) => void>()
  let last = 0
  const hidden = (name: string, value: unknown) => Object.defineProperty(page, name, { value })

  const call =
    (method: string) =>
    (input: unknown = {}, files?: readonly File[]) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        if (files) chosen.set(last, files)
        send(JSON.stringify({ id: last, method, input, files: files?.length ?? 0 }))
      })

  hidden(names.files, (id: number) => chosen.get(id) ?? [])
  hidden(names.receive, (message: { id?: number; reply?: unknown; error?: string; event?: unknown }) => {
    if (message.id === undefined) {
      for (const listener of listeners) listener(message.event)
      return
    }
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    chosen.delete(message.id)
    if (message.error === undefined) asked?.resolve(message.reply)
    else asked?.reject(new Error(message.error))
  })
  hidden(
    'clouddiskHost',
    Object.freeze({
      ...facts,
      ...Object.fromEntries(methods.map((method) => [method, call(method)])),
      onMessage(listener: (message: unknown) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }),
  )
}
