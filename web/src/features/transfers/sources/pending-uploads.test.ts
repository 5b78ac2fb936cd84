import type { UploadItem, UploadRequest } from '@clouddisk/client/uploads/state'
import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import type { CommandAnswer, CommandArguments, CommandName } from '../tabs/messages.ts'
import { item, stateOf } from '../testing/items.ts'
import { PendingUploads } from './pending-uploads.ts'

const FILE = new File(['x'], 'x')
const RESTORED = { status: 'pause', pauseReason: 'restored', needsFile: true } as const

const upload = (name: string, count: number): UploadRequest<File> => ({
  parentId: '0',
  uploadTo: '',
  files: Array.from({ length: count }, (_, n) => ({
    file: FILE,
    name: `${name}${n}`,
    lastModified: 0,
    path: [name],
  })),
})

/** A queue that lists added items at once (`works`, the working tab) or only when told (a following tab). */
class FakeQueue {
  items: UploadItem[]
  readonly portions: number[] = []
  readonly works: boolean
  #untold: UploadItem[] = []
  readonly #listeners = new Set<() => void>()

  constructor({ items = [], works = true }: { items?: UploadItem[]; works?: boolean } = {}) {
    this.items = items
    this.works = works
  }
  snapshot = () => stateOf(this.items)
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  async run<K extends CommandName>(_: K, ...args: CommandArguments<K>): Promise<CommandAnswer<K>> {
    const [{ files }] = args as [UploadRequest]
    this.portions.push(files.length)
    this.#untold.push(...files.map(({ name }) => item(name)))
    if (this.works) this.tell()
    return files.map(({ name }) => name) as never
  }
  tell(): void {
    this.show([...this.items, ...this.#untold.splice(0)])
  }
  /** The working tab has gone before it told. */
  forget(): void {
    this.#untold = []
    this.show(this.items)
  }
  show(items: UploadItem[]): void {
    this.items = items
    for (const listener of this.#listeners) listener()
  }
  /** All that runs has been uploaded, and has left the list. */
  finish(): void {
    this.show(this.items.filter(({ status }) => status !== 'ready'))
  }
}

/** Answers and what follows from them are all microtasks. */
const settled = () => new Promise((done) => setTimeout(done))

for (const [what, change] of [
  ['an upload paused by the person', { status: 'pause', pauseReason: 'user' }],
  ['a restored upload without its file', RESTORED],
  ['a failed upload', { status: 'error' }],
] as const)
  test(`${what} does not keep 600 files waiting`, async () => {
    const queue = new FakeQueue({ items: [item('stays', change)] })
    const pending = new PendingUploads(queue)
    await pending.add(upload('a', 600), LIMITS)
    expect(queue.portions).toEqual([499])
    queue.finish()
    await settled()
    expect(queue.portions).toEqual([499, 101])
    expect(pending.files).toBe(0)
  })

test('all of 1,200 files go up although one of the first portion was paused', async () => {
  const queue = new FakeQueue()
  const pending = new PendingUploads(queue)
  await pending.add(upload('a', 1200), LIMITS)
  expect(queue.portions).toEqual([500])
  queue.show([
    ...queue.items.slice(0, 9),
    item('a9', { status: 'pause', pauseReason: 'user' }),
    ...queue.items.slice(10),
  ])
  for (let left = 2; left > 0; left--) {
    queue.finish()
    await settled()
  }
  expect(queue.portions).toEqual([500, 499, 201])
  expect(pending.files).toBe(0)
})

test('a selection waits for what goes on by itself, offline too', async () => {
  const going = [item('a'), item('b', { status: 'pause', pauseReason: 'offline' })]
  const queue = new FakeQueue({ items: going })
  const pending = new PendingUploads(queue)
  await pending.add(upload('c', 500), LIMITS)
  expect(queue.portions).toEqual([])
  expect(pending.files).toBe(500)
})

test('the next portion does not wait until uploaded files have left the list', async () => {
  const queue = new FakeQueue()
  const pending = new PendingUploads(queue)
  await pending.add(upload('a', 600), LIMITS)
  queue.show(queue.items.map((one) => ({ ...one, status: 'success' })))
  await settled()
  expect(queue.portions).toEqual([500, 100])
})

test('a portion is pending until the list shows it', async () => {
  const queue = new FakeQueue({ works: false })
  const pending = new PendingUploads(queue)
  const added = pending.add(upload('a', 5), LIMITS)
  await settled()
  expect(pending.files).toBe(5)
  queue.tell()
  await added
  expect(pending.files).toBe(0)
})

test('a portion is added again if the working tab closes before its list shows it', async () => {
  const queue = new FakeQueue({ works: false })
  const pending = new PendingUploads(queue)
  void pending.add(upload('a', 5), LIMITS)
  await settled()
  queue.forget()
  await settled()
  queue.tell()
  await settled()
  expect(queue.portions).toEqual([5, 5])
  expect(pending.files).toBe(0)
})

test('uploads go on after those of another person were cleared away before the list showed them', async () => {
  const queue = new FakeQueue({ works: false })
  const pending = new PendingUploads(queue)
  void pending.add(upload('a', 600), LIMITS)
  await settled()
  pending.cancel()
  queue.forget()
  await settled()
  expect(pending.files).toBe(0)
  void pending.add(upload('b', 3), LIMITS)
  await settled()
  queue.tell()
  await settled()
  expect(queue.portions).toEqual([500, 3])
  expect(pending.files).toBe(0)
})
