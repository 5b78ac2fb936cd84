import { execFileSync } from 'node:child_process'
import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem } from 'node:os'

const GiB = 1024 ** 3

/** What the figures belong to, in one line. */
export function machine(folder: string, nginx: string): string {
  const { model } = cpus()[0] ?? { model: 'unknown processor' }
  return [
    `${availableParallelism()} × ${model.trim()}`,
    `${Math.round(totalmem() / GiB)} GiB memory`,
    `${fileSystem(folder)} with ${Math.round(freeBytes(folder) / GiB)} GiB free`,
    `Linux ${release()}`,
    `Node ${process.versions.node}`,
    `nginx ${nginx}`,
  ].join(', ')
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** The kind of the file system: the last mount whose path begins the folder's. */
function fileSystem(folder: string): string {
  const real = execFileSync('readlink', ['-f', folder], { encoding: 'utf8' }).trim()
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, path]) => path && (real === path || real.startsWith(path.replace(/\/?$/, '/'))))
  return mounts.sort((a, b) => (a[1]?.length ?? 0) - (b[1]?.length ?? 0)).at(-1)?.[2] ?? 'unknown'
}
