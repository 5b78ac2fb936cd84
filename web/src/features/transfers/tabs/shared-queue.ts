import { newTraceId } from '@clouddisk/client/http/call'
import { emptyState } from '@clouddisk/client/uploads/items'
import type { UploadHooks } from '@clouddisk/client/uploads/ports'
import { isActive, type UploadQueue, type UploadState, waitsForSpace } from '@clouddisk/client/uploads/state'
import { waitForLeadership } from './leadership.ts'
import type {
  CommandAnswer,
  CommandArguments,
  CommandName,
  TabCommand,
  TabFiles,
  TabMessage,
} from './messages.ts'
import { applyStateChange, diffStates } from './state-change.ts'

/** Minimum interval of state messages to other tabs, ms. */
const PUBLISH_MS = 200

export interface SharedQueueOptions {
  /** Creates the queue; `files` are those received from other tabs. */
  work(hooks: Pick<UploadHooks, 'notify' | 'refresh'>, files: TabFiles): UploadQueue<Blob>
  /** Called in every tab. */
  readonly hooks: Pick<UploadHooks, 'notify' | 'refresh'>
}

/**
 * The upload queue shared by all tabs: the leader runs it, the others show its state and send it commands. When the
 * leader's tab is closed, another tab takes over.
 */
export class SharedQueue {
  readonly #options: SharedQueueOptions
  readonly #id = newTraceId()
  readonly #channel = new BroadcastChannel('clouddisk-transfers')
  readonly #stopped = new AbortController()
  readonly #listeners = new Set<() => void>()
  readonly #unanswered = new Map<number, { command: TabCommand; resolve: (value: never) => void }>()
  #state: UploadState = emptyState()
  /** Set in the leader. */
  #queue: UploadQueue<Blob> | null = null
  /** A state of another tab was received: after a takeover its running uploads are resumed. */
  #followed = false
  #files = new Map<string, Blob>()
  #userId: string | null = null
  #nextCommand = 1
  /** The state last sent to other tabs; null before any tab asked. */
  #published: UploadState | null = null
  #unpublishedFiles = new Map<string, Blob>()
  #publishTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SharedQueueOptions) {
    this.#options = options
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#receive(data)
  }

  /** Follows the leader, and leads once this tab is elected. */
  start(userId: string): void {
    this.#userId = userId
    this.#post({ type: 'hello' })
    void this.run('setUser', userId)
    addEventListener('online', this.#onNetwork)
    addEventListener('offline', this.#onNetwork)
    waitForLeadership(this.#stopped.signal).then(
      () => this.#work(),
      () => {},
    )
  }

  async stop(): Promise<void> {
    removeEventListener('online', this.#onNetwork)
    removeEventListener('offline', this.#onNetwork)
    clearTimeout(this.#publishTimer)
    await this.#queue?.stop()
    this.#stopped.abort()
    this.#channel.close()
  }

  get works(): boolean {
    return this.#queue !== null
  }

  /** Resolves once the stored queue is loaded, in whichever tab leads. */
  async ready(): Promise<void> {
    await this.run('pause', [])
  }

  readonly snapshot = (): UploadState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Runs a command in the leader. */
  run<K extends CommandName>(name: K, ...args: CommandArguments<K>): Promise<CommandAnswer<K>> {
    const command: TabCommand = { name, args }
    if (name === 'setUser') this.#userId = args[0] as string | null
    if (this.#queue) return Promise.resolve(this.#perform(this.#queue, command) as CommandAnswer<K>)
    const id = this.#nextCommand++
    this.#post({ type: 'command', from: this.#id, id, command })
    return new Promise((resolve) => this.#unanswered.set(id, { command, resolve }))
  }

  configure(settings: Parameters<UploadQueue['configure']>[0]): void {
    this.#settings = settings
    this.#queue?.configure(settings)
  }
  #settings: Parameters<UploadQueue['configure']>[0] = {}

  readonly #onNetwork = () => this.#queue?.setOnline(navigator.onLine)

  async #work(): Promise<void> {
    const before = this.#followed ? this.#state : null
    const queue = this.#options.work(this.#broadcastHooks(), this.#files)
    queue.configure(this.#settings)
    queue.setUser(this.#userId)
    queue.setOnline(navigator.onLine)
    await queue.start()
    if (this.#stopped.signal.aborted) return
    this.#queue = queue
    queue.subscribe(() => this.#onQueue(queue))
    this.#onQueue(queue)
    this.#publishAll(true)
    if (before) queue.resume(withFile(queue.snapshot(), wereRunning(before)))
    const waiting = [...this.#unanswered.values()]
    this.#unanswered.clear()
    for (const { command, resolve } of waiting) resolve(this.#perform(queue, command) as never)
  }

  /** Hooks that also notify the other tabs. */
  #broadcastHooks(): SharedQueueOptions['hooks'] {
    const { hooks } = this.#options
    return {
      notify: (notice) => {
        this.#post({ type: 'notice', notice })
        hooks.notify(notice)
      },
      refresh: (parentIds) => {
        this.#post({ type: 'refresh', parentIds })
        hooks.refresh(parentIds)
      },
    }
  }

  #onQueue(queue: UploadQueue<Blob>): void {
    this.#show(queue.snapshot())
    if (this.#published && this.#publishTimer === undefined) {
      this.#publishTimer = setTimeout(() => this.#publishChange(), PUBLISH_MS)
    }
  }

  #show(state: UploadState): void {
    const fewer = state.items.length < this.#state.items.length
    this.#state = state
    if (fewer) this.#forgetFiles()
    for (const listener of this.#listeners) listener()
  }

  #forgetFiles(): void {
    const there = new Set(this.#state.items.map(({ uid }) => uid))
    for (const uid of this.#files.keys()) if (!there.has(uid)) this.#files.delete(uid)
  }

  #perform(queue: UploadQueue<Blob>, { name, args }: TabCommand): unknown {
    const answer = (queue[name] as (...args: readonly unknown[]) => unknown)(...args)
    if (name === 'add') this.#keepFiles(args as CommandArguments<'add'>, answer as string[])
    if (name === 'attachFile') this.#keepFile(...(args as CommandArguments<'attachFile'>))
    return answer
  }

  #keepFiles([upload]: CommandArguments<'add'>, uids: readonly string[]): void {
    uids.forEach((uid, index) => {
      const file = upload.files[index]
      if (file) this.#keepFile(uid, file)
    })
  }

  #keepFile(uid: string, { file }: CommandArguments<'attachFile'>[1]): void {
    this.#files.set(uid, file)
    this.#unpublishedFiles.set(uid, file)
  }

  #receive(message: TabMessage) {
    switch (message.type) {
      case 'hello':
        return this.#queue ? this.#publishAll(false) : undefined
      case 'command':
        return this.#queue ? this.#answer(this.#queue, message) : undefined
      case 'answer':
        return message.to === this.#id ? this.#resolveAnswer(message.id, message.value) : undefined
      case 'notice':
        return this.#options.hooks.notify(message.notice)
      case 'refresh':
        return this.#options.hooks.refresh(message.parentIds)
      default:
        return this.#queue ? undefined : this.#follow(message)
    }
  }

  #follow(message: Extract<TabMessage, { type: 'state' | 'change' }>): void {
    for (const [uid, file] of message.files) this.#files.set(uid, file)
    if (message.type === 'change') {
      if (this.#followed) this.#show(applyStateChange(this.#state, message.change))
      return
    }
    this.#followed = true
    this.#show(message.state)
    // The previous leader may not have received these commands.
    if (message.anew) for (const [id, { command }] of this.#unanswered) this.#command(id, command)
  }

  #command(id: number, command: TabCommand): void {
    this.#post({ type: 'command', from: this.#id, id, command })
  }

  #answer(queue: UploadQueue<Blob>, { from, id, command }: Extract<TabMessage, { type: 'command' }>): void {
    this.#post({ type: 'answer', to: from, id, value: this.#perform(queue, command) })
  }

  #resolveAnswer(id: number, value: unknown): void {
    this.#unanswered.get(id)?.resolve(value as never)
    this.#unanswered.delete(id)
  }

  #publishAll(anew: boolean): void {
    clearTimeout(this.#publishTimer)
    this.#publishTimer = undefined
    this.#published = this.#state
    this.#unpublishedFiles = new Map()
    this.#post({ type: 'state', state: this.#state, files: this.#files, anew })
  }

  #publishChange(): void {
    this.#publishTimer = undefined
    if (!this.#published || this.#published === this.#state) return
    const change = diffStates(this.#published, this.#state)
    this.#post({ type: 'change', change, files: this.#unpublishedFiles })
    this.#published = this.#state
    this.#unpublishedFiles = new Map()
  }

  #post(message: TabMessage): void {
    if (!this.#stopped.signal.aborted) this.#channel.postMessage(message)
  }
}

/** Items that ran or waited in the previous leader; items paused by the user stay paused. */
const wereRunning = (state: UploadState): string[] =>
  state.items
    .filter(
      (item) =>
        isActive(item) ||
        waitsForSpace(item) ||
        item.status === 'ready' ||
        (item.status === 'pause' && (item.pauseReason === 'offline' || item.pauseReason === 'signedOut')),
    )
    .map(({ uid }) => uid)

/** Without items whose file is lost; the user chooses it again on resuming. */
function withFile(state: UploadState, uids: readonly string[]): string[] {
  const lost = new Set(state.items.filter((item) => item.needsFile).map(({ uid }) => uid))
  return uids.filter((uid) => !lost.has(uid))
}
