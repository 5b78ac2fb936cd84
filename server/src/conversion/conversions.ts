import pLimit, { type LimitFunction } from 'p-limit'
import type { Config } from '../config/config.ts'
import { ConversionFailed } from './limits.ts'
import { type ProgramRun, runProgram } from './run-program.ts'
import { type ScriptOptions, WarmScript } from './warm-script.ts'
import { type WorkFolder, WorkFolders } from './work-folders.ts'

/**
 * Each lane has slots of its own, so that quick conversions do not wait for those that take minutes. No user waits for
 * `unattended` ones.
 */
export const LANES = ['quick', 'marks', 'office', 'media', 'listings', 'archives', 'unattended'] as const
export type Lane = (typeof LANES)[number]

/** How many run at a time: of quick ones as many as are configured, of the others one. */
export const laneSize = (lane: Lane, conversions: number): number =>
  lane === 'quick' || lane === 'marks' ? conversions : Math.min(1, conversions)

/** A conversion in progress: a folder of its own, and the means to run programs in it. */
export interface Conversion {
  readonly folder: WorkFolder
  readonly signal: AbortSignal
  /** Runs a program; returns what it prints, or passes it to `onLine` line by line. Throws ConversionFailed. */
  run(
    program: string,
    args: readonly string[],
    limits: ProgramRun['limits'],
    onLine?: ProgramRun['onLine'],
  ): Promise<string>
  /** Runs a task of a script that stays alive. Throws ConversionFailed. */
  ask(script: ScriptOptions, task: object): Promise<unknown>
  /** Tells the share that is done, from 0 to 1. */
  report(share: number): void
}

interface ConversionOptions {
  readonly signal?: AbortSignal
  readonly lane?: Lane
  readonly onProgress?: Conversion['report']
  /** For all that it runs together, from when it has a slot. */
  readonly totalMs?: number
}

type ConversionSettings = Pick<Config, 'conversions' | 'dataDir'> &
  Partial<Pick<Config, 'encryption' | 'repairFrom'>>

/**
 * Runs conversions of this server, a few at a time (CLOUDDISK_CONVERSIONS), each in processes of its own that cannot harm
 * it. `convert` waits for a free slot.
 */
export class Conversions {
  readonly #slots: Readonly<Record<Lane, LimitFunction>>
  readonly #folders: WorkFolders
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<unknown>>()
  readonly #idleScripts = new Map<string, WarmScript[]>()

  constructor({ conversions, dataDir, encryption, repairFrom }: ConversionSettings) {
    const keys = encryption?.source
    const slots = (lane: Lane) => pLimit(laneSize(lane, Math.max(1, conversions)))
    this.#slots = {
      quick: slots('quick'),
      marks: slots('marks'),
      office: slots('office'),
      media: slots('media'),
      listings: slots('listings'),
      archives: slots('archives'),
      unattended: slots('unattended'),
    }
    this.#folders = new WorkFolders(dataDir, [
      ...(keys && 'file' in keys ? [keys.file] : []),
      ...(repairFrom?.startsWith('/') ? [repairFrom] : []),
    ])
  }

  /** Removes what the conversions of an earlier process left. */
  clear(): Promise<void> {
    return this.#folders.ready()
  }

  /** Runs `work` once a slot is free; its folder is removed afterwards. Throws ConversionFailed. */
  convert<T>(
    work: (conversion: Conversion) => Promise<T>,
    { signal, lane = 'quick', onProgress, totalMs }: ConversionOptions = {},
  ): Promise<T> {
    const stop = signal ? AbortSignal.any([signal, this.#stopping.signal]) : this.#stopping.signal
    const waiting = new AbortController()
    const running = this.#slots[lane](async () => {
      waiting.abort()
      if (stop.aborted) throw new ConversionFailed('stopped')
      const folder = await this.#folders.open()
      const late = totalMs === undefined ? undefined : AbortSignal.timeout(totalMs)
      const end = late ? AbortSignal.any([stop, late]) : stop
      try {
        return await work({
          folder,
          signal: end,
          run: (program, args, limits, onLine) =>
            runProgram({ program, args, folder, limits, signal: end, onLine }),
          ask: (script, task) => this.#ask(script, task, folder, end),
          report: (share) => onProgress?.(share),
        })
      } catch (error) {
        if (late?.aborted && !stop.aborted) throw new ConversionFailed('timeout')
        throw error
      } finally {
        await folder.remove()
      }
    })
    this.#running.add(running)
    const over = () => this.#running.delete(running)
    running.then(over, over)
    return Promise.race([running, stoppedWhile(waiting.signal, stop)])
  }

  async #ask(
    options: ScriptOptions,
    task: object,
    folder: WorkFolder,
    signal: AbortSignal,
  ): Promise<unknown> {
    const idle = this.#idleScripts.get(options.script) ?? []
    this.#idleScripts.set(options.script, idle)
    const script = idle.pop() ?? new WarmScript(this.#folders, options)
    try {
      return await script.run(task, folder, signal)
    } finally {
      if (this.#stopping.signal.aborted) await script.close()
      else idle.push(script)
    }
  }

  /** Ends all conversions and their processes. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await Promise.allSettled(this.#running)
    for (const script of [...this.#idleScripts.values()].flat()) await script.close()
  }
}

/** Rejects where `stop` comes first: what waits for a slot need not wait for the work of others to end. */
const stoppedWhile = (waiting: AbortSignal, stop: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const onStop = () => reject(new ConversionFailed('stopped'))
    if (stop.aborted) onStop()
    stop.addEventListener('abort', onStop, { once: true, signal: waiting })
  })
