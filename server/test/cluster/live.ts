import { queryChanges, streamChanges } from '@clouddisk/contract/changes'
import { pathOf } from '@clouddisk/contract/route'
import type { Person } from '../person.ts'

/** Follows a person's changes as the page does: a stream, opened again from where it ended. */
export class Live {
  readonly #person: Person
  readonly #stop = new AbortController()
  #cursor: string | undefined
  #running: Promise<void> | undefined
  /** How often each file was told to be new. */
  readonly heard = new Map<string, number>()
  streams = 0

  constructor(person: Person) {
    this.#person = person
  }

  async begin(): Promise<void> {
    this.#cursor = (await this.#person.call(queryChanges, {})).cursor
    this.#running = this.#follow()
  }

  async #follow(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      // What ends it is of no interest: it goes on behind what it has heard.
      await this.#stream().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async #stream(): Promise<void> {
    const path = `${pathOf(streamChanges)}?cursor=${encodeURIComponent(this.#cursor ?? '')}`
    const { signal } = this.#stop
    const response = await this.#person.fetch(path, { signal, headers: { accept: 'text/event-stream' } })
    if (!response.ok) throw new Error(`a stream answered ${response.status}`)
    this.streams++
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        this.#take(/^data: (.*)$/m.exec(text.slice(0, end))?.[1])
        text = text.slice(end + 2)
      }
    }
  }

  #take(data: string | undefined): void {
    if (data === undefined) return
    const told = JSON.parse(data) as {
      list: { kind: string; instanceId: string | null }[]
      cursor: string
    }
    for (const { kind, instanceId } of told.list)
      if (kind === 'file.created' && instanceId)
        this.heard.set(instanceId, (this.heard.get(instanceId) ?? 0) + 1)
    this.#cursor = told.cursor
  }

  async end(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }
}
