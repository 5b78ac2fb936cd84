import type { QueueNotice } from '@clouddisk/client/uploads/ports'
import type { UploadItem, UploadQueue, UploadRequest, UploadState } from '@clouddisk/client/uploads/state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { item, roomless, stateOf } from '../testing/items.ts'
import type { TabFiles } from './messages.ts'
import { SharedQueue } from './shared-queue.ts'

/** Several tabs of one browser: the same locks and channels, each with a queue that only remembers. */

class FakeQueue {
  state: UploadState = stateOf([])
  readonly calls: [string, ...unknown[]][] = []
  readonly #listeners = new Set<() => void>()

  show(items: UploadItem[]): void {
    this.state = stateOf(items)
    for (const listener of this.#listeners) listener()
  }
  snapshot = () => this.state
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  add = ({ files }: UploadRequest) => {
    this.calls.push(['add'])
    this.show([...this.state.items, ...files.map(({ name }) => item(name))])
    return files.map(({ name }) => name)
  }
  attachFile = (uid: string) => (uid === 'known' ? 'attached' : 'unknown')
  resume = (uids: readonly string[]) => void this.calls.push(['resume', uids])
  pause = (uids: readonly string[]) => void this.calls.push(['pause', uids])
  setUser = (userId: string | null) => void this.calls.push(['setUser', userId])
  setOnline = () => {}
  configure = () => {}
  start = async () => {}
  stop = async () => {}
}

interface Tab {
  shared: SharedQueue
  /** Its working queue, once it works. */
  queue: FakeQueue | undefined
  handed: TabFiles | undefined
  /** What its queue says. */
  say: ((notice: QueueNotice) => void) | undefined
  notices: string[]
}

let tabs: Tab[] = []

function openTab(queue = new FakeQueue()): Tab {
  const tab: Tab = {
    shared: undefined as never,
    queue: undefined,
    handed: undefined,
    say: undefined,
    notices: [],
  }
  tab.shared = new SharedQueue({
    work: (hooks, files) => {
      tab.queue = queue
      tab.handed = new Map(files)
      tab.say = hooks.notify
      return queue as unknown as UploadQueue<Blob>
    },
    hooks: { notify: ({ kind }) => void tab.notices.push(kind), refresh: () => {} },
  })
  tab.shared.start('lin')
  tabs.push(tab)
  return tab
}

const newFile = (name: string) => {
  const file = new File([name], name)
  return { file, name, lastModified: 1, path: [] }
}
const upload = (...names: string[]): UploadRequest<Blob> => ({
  parentId: '0',
  uploadTo: '个人文件',
  files: names.map(newFile),
})
const names = (tab: Tab) => tab.shared.snapshot().items.map(({ uid }) => uid)
const works = (tab: Tab) => vi.waitFor(() => expect(tab.shared.works).toBe(true))

beforeEach(() => {
  tabs = []
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(async () => {
  await Promise.all(tabs.map(({ shared }) => shared.stop()))
  vi.unstubAllGlobals()
})

test('one tab works, the others show what it shows', async () => {
  const first = openTab()
  await works(first)
  first.queue?.show([item('a')])
  const second = openTab()
  await vi.waitFor(() => expect(names(second)).toEqual(['a']))
  first.queue?.show([item('a', { percentage: 50 }), item('b')])
  await vi.waitFor(() => expect(names(second)).toEqual(['a', 'b']))
  expect(second.shared.snapshot().items[0]?.percentage).toBe(50)
  expect(second.shared.works).toBe(false)
})

test('a command is done by the tab that works, and answered', async () => {
  const first = openTab()
  await works(first)
  const second = openTab()
  await expect(second.shared.run('attachFile', 'known', newFile('a.txt'))).resolves.toBe('attached')
  await second.shared.run('pause', ['a'])
  expect(first.queue?.calls).toContainEqual(['pause', ['a']])
})

test('when the working tab goes, another goes on with its files where it stood', async () => {
  const first = openTab()
  await works(first)
  const queue = new FakeQueue()
  const second = openTab(queue)
  await second.shared.run('add', upload('moving.bin', 'resting.bin', 'roomless.bin', 'lost.bin'))
  const file = { status: 'pause', pauseReason: 'restored' } as const
  first.queue?.show([
    item('moving.bin', { status: 'uploading' }),
    item('resting.bin', { status: 'pause', pauseReason: 'user' }),
    item('roomless.bin', roomless()),
    item('lost.bin', { status: 'ready' }),
  ])
  await vi.waitFor(() => expect(second.shared.snapshot().items[0]?.status).toBe('uploading'))
  queue.state = stateOf([
    item('moving.bin', file),
    item('resting.bin', { status: 'pause', pauseReason: 'user' }),
    // It had begun to try again when the tab went.
    item('roomless.bin', file),
    item('lost.bin', { ...file, needsFile: true }),
  ])
  await first.shared.stop()
  await works(second)
  expect([...(second.handed?.keys() ?? [])]).toEqual([
    'moving.bin',
    'resting.bin',
    'roomless.bin',
    'lost.bin',
  ])
  expect(queue.calls).toContainEqual(['resume', ['moving.bin', 'roomless.bin']])
})

test('what a first tab finds stored is left to the person', async () => {
  const queue = new FakeQueue()
  queue.state = stateOf([item('a', { status: 'pause', pauseReason: 'restored' })])
  const only = openTab(queue)
  await works(only)
  expect(queue.calls.map(([name]) => name)).not.toContain('resume')
})

test('a command that nobody has heard is done by the tab that begins to work', async () => {
  const only = openTab()
  const done = only.shared.run('add', upload('early.bin'))
  await expect(done).resolves.toEqual(['early.bin'])
  expect(names(only)).toEqual(['early.bin'])
})

test('what the queue has to say is heard in every tab', async () => {
  const first = openTab()
  await works(first)
  const second = openTab()
  await second.shared.run('pause', [])
  first.say?.({ kind: 'networkDisconnected', of: 'network' })
  expect(first.notices).toEqual(['networkDisconnected'])
  await vi.waitFor(() => expect(second.notices).toEqual(['networkDisconnected']))
})
