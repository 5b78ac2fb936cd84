import type { ConfinedProcess } from './confined-process.ts'
import type { ConversionFault, ConversionLimits } from './limits.ts'
import { folderUsage, processUsage } from './usage.ts'

/** The limits that the system does not enforce for all processes together are checked this often. */
const CHECK_MS = 200

export interface LimitWatch {
  /** The limit that was exceeded; the process is killed then. */
  readonly exceeded: ConversionFault | undefined
  stop(): void
}

export interface WatchedFolder {
  readonly path: string
  /** Does not count. */
  readonly input?: string
}

/** Kills the process when it exceeds its time, its memory or what it may write. */
export function watchLimits(
  process: ConfinedProcess,
  limits: ConversionLimits,
  folder: WatchedFolder,
): LimitWatch {
  const watch: { exceeded: ConversionFault | undefined } = { exceeded: undefined }
  const exceed = (fault: ConversionFault) => {
    watch.exceeded ??= fault
    process.kill()
  }
  const input = new Set(folder.input === undefined ? [] : [folder.input])
  // A process that stays alive has used some for earlier files.
  const cpuBefore = processUsage(process.pid).cpuSeconds
  let isMeasuring = false
  const measure = async () => {
    if (isMeasuring) return
    isMeasuring = true
    const usage = processUsage(process.pid)
    if (usage.residentBytes > limits.memoryBytes) exceed('memory')
    if (usage.cpuSeconds - cpuBefore > limits.cpuSeconds) exceed('timeout')
    const { bytes, files } = await folderUsage(folder.path, input)
    if (bytes > limits.outputBytes || files > limits.outputFiles) exceed('output')
    isMeasuring = false
  }
  const timeout = setTimeout(exceed, limits.wallMs, 'timeout')
  const interval = setInterval(() => void measure(), CHECK_MS)
  const stop = () => {
    clearTimeout(timeout)
    clearInterval(interval)
  }
  void process.ended.then(stop)
  return {
    get exceeded() {
      return watch.exceeded
    },
    stop,
  }
}
