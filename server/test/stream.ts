import { type Change, streamChanges } from '@clouddisk/contract/changes'
import { pathOf } from '@clouddisk/contract/route'
import { expect } from 'vitest'
import type { Person } from './person.ts'

/** The stream as a browser would follow it. */
export async function follow(who: Person, cursor?: string, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  const path = pathOf(streamChanges) + (cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`)
  const response = await who.fetch(path, {
    signal: stop.signal,
    headers: { accept: 'text/event-stream', ...headers },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events = eventsOf(response)
  const seen: Change[] = []
  let last = ''
  return {
    /** Reads on until a change satisfies `found`. */
    until: async (found: (change: Change) => boolean): Promise<void> => {
      while (!seen.some(found)) {
        const { value, done } = await events.next()
        if (done) throw new Error('the stream ended')
        seen.push(...value.list)
        last = value.cursor
      }
    },
    next: () => events.next(),
    seen,
    cursor: () => last,
    stop: () => stop.abort(),
  }
}

async function* eventsOf(response: Response): AsyncGenerator<{ list: Change[]; cursor: string }, undefined> {
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end)
      text = text.slice(end + 2)
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (!data) continue
      const parsed = JSON.parse(data)
      expect(/^id: (.*)$/m.exec(event)?.[1]).toBe(parsed.cursor)
      yield parsed
    }
  }
  return undefined
}
