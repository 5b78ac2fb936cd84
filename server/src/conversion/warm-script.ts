import { createInterface } from 'node:readline'
import { type ConfinedProcess, startConfined } from './confined-process.ts'
import { ConversionFailed, type ConversionLimits } from './limits.ts'
import { type WatchedFolder, watchLimits } from './watch-limits.ts'
import type { SharedFolder, WorkFolder, WorkFolders } from './work-folders.ts'

/**
 * A Node script that stays alive for many small tasks, one at a time, since loading its libraries takes longer than a
 * task. It reads one task per line of its input, as JSON, and answers each with one line. It is replaced after some tasks,
 * after it exceeded a limit or crashed, and when it has had nothing to do for a while.
 */

/** Tasks after which it is replaced, in case its memory grows. */
const TASKS_MAX = 500
const IDLE_MS = 60_000
/** Starts of a script that hangs while it starts. */
const STARTS_MAX = 3
/** Processor seconds of its whole life. */
const CPU_SECONDS = 3600

export interface ScriptOptions {
  /** Absolute path. */
  readonly script: string
  /**
   * A file that it fails for may spoil it for those that follow: it is replaced then, and a failure that was not its first task
   * is tried once more in a fresh one.
   */
  readonly isFragile?: boolean
  /**
   * The script writes a line once its libraries are loaded, and is replaced if that takes longer: they may hang while they
   * start.
   */
  readonly startMs?: number
  readonly limits: ConversionLimits
}

interface Life {
  readonly process: ConfinedProcess
  readonly folder: SharedFolder
  readonly lines: AsyncIterator<string>
  tasks: number
  isOver: boolean
}

export class WarmScript {
  readonly #folders: WorkFolders
  readonly #options: ScriptOptions
  #life: Life | undefined
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(folders: WorkFolders, options: ScriptOptions) {
    this.#folders = folders
    this.#options = options
  }

  /** One task at a time. Throws ConversionFailed. */
  async run(task: object, folder: WorkFolder, signal?: AbortSignal): Promise<unknown> {
    const { isFragile } = this.#options
    const isUsed = (this.#life?.tasks ?? 0) > 0
    try {
      const answer = await this.#runOnce(task, folder, signal)
      if (!isFragile || !isFailure(answer)) return answer
      if (this.#life) await this.#end(this.#life)
      if (!isUsed) return answer
    } catch (error) {
      const isStopped = error instanceof ConversionFailed && error.reason === 'stopped'
      if (!isFragile || !isUsed || isStopped) throw error
    }
    return this.#runOnce(task, folder, signal)
  }

  async #runOnce(task: object, folder: WorkFolder, signal?: AbortSignal): Promise<unknown> {
    clearTimeout(this.#idle)
    if (this.#closed || signal?.aborted) throw new ConversionFailed('stopped')
    // It may have been killed while it had nothing to do.
    if (this.#life?.isOver) await this.#end(this.#life)
    this.#life ??= await this.#startReady(signal)
    const life = this.#life
    await life.folder.take(folder)
    life.process.stdin.write(`${JSON.stringify(task)}\n`)
    const line = await this.#nextLine(life, this.#options.limits, folder, signal)
    await life.folder.giveBack()
    if (++life.tasks >= TASKS_MAX) await this.#end(life)
    else this.#idle = setTimeout(() => void this.#end(life), IDLE_MS).unref()
    return JSON.parse(line)
  }

  /** Ends the process and throws ConversionFailed if there is none within the limits. */
  async #nextLine(life: Life, limits: ConversionLimits, folder: WatchedFolder, signal?: AbortSignal) {
    const { process, lines } = life
    const watch = watchLimits(process, limits, folder)
    const abort = () => process.kill()
    signal?.addEventListener('abort', abort)
    const line = await lines.next()
    watch.stop()
    signal?.removeEventListener('abort', abort)
    if (!line.done) return line.value
    await this.#end(life)
    throw new ConversionFailed(signal?.aborted || this.#closed ? 'stopped' : (watch.exceeded ?? 'crashed'))
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    if (this.#life) await this.#end(this.#life)
  }

  async #startReady(signal?: AbortSignal): Promise<Life> {
    const { startMs, limits } = this.#options
    if (startMs === undefined) return this.#start()
    for (let starts = 1; ; starts++) {
      this.#life = await this.#start()
      try {
        await this.#nextLine(this.#life, { ...limits, wallMs: startMs }, this.#life.folder, signal)
        return this.#life
      } catch (error) {
        const hung = error instanceof ConversionFailed && error.reason === 'timeout'
        if (!hung || starts === STARTS_MAX) throw error
      }
    }
  }

  async #start(): Promise<Life> {
    const { script, limits } = this.#options
    const folder = await this.#folders.openShared()
    const heapMb = Math.floor(limits.memoryBytes / 2 / 1024 ** 2)
    const args = [`--max-old-space-size=${heapMb}`, '--no-warnings', script]
    const command = { program: process.execPath, args, folder }
    const child = await startConfined(command, { ...limits, cpuSeconds: CPU_SECONDS })
    child.stderr.resume()
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const life: Life = { process: child, folder, lines, tasks: 0, isOver: false }
    void child.ended.then(() => {
      life.isOver = true
    })
    return life
  }

  async #end(life: Life): Promise<void> {
    if (this.#life === life) this.#life = undefined
    life.process.kill()
    await life.process.ended
    await life.folder.giveBack()
    await life.folder.remove()
  }
}

/** Scripts answer a failed task with its reason. */
const isFailure = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'reason' in answer
