import assert from 'node:assert/strict'
import { batchCreateFolder, copyInstances, createFolder } from '@clouddisk/contract/files'
import { queryJob } from '@clouddisk/contract/jobs'
import type { Person } from '../person.ts'
import { type Caller, patient, type Tally } from './patient.ts'

/** More than a call copies by itself, so that a job does. */
const BELOW = 400
const LOOK_MS = 200
const LATE_MS = 180_000

/** Has large copies made, one after the other: each is there once and whole, whichever server ran it. */
export class Copier {
  readonly #person: Person
  readonly #caller: Caller
  #source = ''
  #target = ''
  copies = 0

  constructor(person: Person, tally: Tally) {
    this.#person = person
    this.#caller = patient(person, tally)
  }

  async begin(): Promise<void> {
    const children = Array.from({ length: BELOW }, (_, n) => ({ instanceName: `below ${n}` }))
    const made = await this.#caller.call(batchCreateFolder, {
      parentId: '0',
      instanceName: 'whole',
      children,
    })
    this.#source = made.instanceId ?? ''
    const target = await this.#caller.call(createFolder, { parentId: '0', instanceName: 'copies' })
    this.#target = target.instanceId
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const { jobId } = await this.#caller.call(copyInstances, {
        instanceIds: [this.#source],
        targeParentId: this.#target,
        conflict: 'keepBoth',
      })
      assert.ok(jobId, 'the copy is no job')
      this.copies++
      for (const late = Date.now() + LATE_MS; ; ) {
        const { state, list } = await this.#caller.call(queryJob, { jobId })
        if (state === 'done') break
        assert.ok(state === 'queued' || state === 'running', `a copy ${state}: ${JSON.stringify(list)}`)
        assert.ok(Date.now() < late, 'a copy was forgotten')
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    }
  }

  async verify(): Promise<void> {
    const copies = await this.#person.list(this.#target)
    assert.equal(copies.length, this.copies, 'copies that were asked for are there once each')
    for (const { instanceId } of copies) assert.equal((await this.#person.list(instanceId)).length, BELOW)
  }
}
