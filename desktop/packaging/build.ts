import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import type { Target } from './targets.ts'

/** What all builds share. */

export interface Build {
  readonly target: Target
  readonly version: string
  /** Seconds since the epoch: all times in packages, so that the same sources make the same bytes. */
  readonly epoch: number
  /** Emptied for this build. */
  readonly work: string
  /** Where packages go. */
  readonly out: string
  /** Fast instead of small, for tests. */
  readonly isFast: boolean
}

export const VERSION: string = manifest.version
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const FILES = fileURLToPath(new URL('files', import.meta.url))

const execute = promisify(execFile)

/** @throws with what the program printed. */
export async function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { stdout } = await execute(program, [...args], { maxBuffer: 1e8, ...options }).catch(
    (error: NodeJS.ErrnoException & { stderr?: string; stdout?: string }) => {
      const said =
        error.code === 'ENOENT' ? 'it is not installed' : `${error.stdout ?? ''}${error.stderr ?? ''}`
      throw new Error(`${program} failed: ${said.trim()}`)
    },
  )
  return stdout
}

/** SOURCE_DATE_EPOCH, or when the sources were committed; 1980, where ZIP begins, without both. */
export async function epochOfSources(): Promise<number> {
  const given = Number(process.env.SOURCE_DATE_EPOCH)
  if (given > 0) return given
  const committed = await run('git', ['log', '-1', '--format=%ct'], { cwd: ROOT }).catch(() => '')
  return Number(committed) || 315_532_800
}

export async function emptyFolder(path: string): Promise<string> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  return path
}

/** Owners, modes, order and times are the same wherever it is built. */
export async function makeTar(
  file: string,
  folder: string,
  name: string,
  { epoch, isFast }: Pick<Build, 'epoch' | 'isFast'>,
): Promise<void> {
  await run('tar', [
    ...[
      '--sort=name',
      `--mtime=@${epoch}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      '--format=gnu',
    ],
    ...[`--use-compress-program=gzip -n -${isFast ? 1 : 9}`, '-cf', file, '-C', folder, name],
  ])
}
