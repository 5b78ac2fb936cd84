import { realpath, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Language } from '@clouddisk/contract/errors'
import { BadAddress, originOf } from '../settings/server-address.ts'
import { dataFolder } from '../system/data-folder.ts'
import { CommandEnded, EXIT } from './exit-codes.ts'
import { type CommandText, say, type Values } from './strings.ts'

/** The options of `clouddisk sync`, as they were typed and as they are used. */

export interface TypedOptions {
  readonly server: string
  readonly from: string
  readonly to: string
  readonly group?: string
  readonly daily?: string
  readonly ignore?: readonly string[]
  readonly tokenFile?: string
  readonly state?: string
  readonly timeout?: string
  readonly json?: boolean
  readonly dryRun?: boolean
}

export interface SyncOptions {
  /** Of the server. */
  readonly origin: string
  /** Absolute, without links. */
  readonly from: string
  /** Names of folders below the root of the drive or the group. */
  readonly to: readonly string[]
  readonly group: string | null
  /** HH:MM; null: one run. */
  readonly daily: string | null
  readonly ignore: readonly string[]
  readonly tokenFile: string | null
  /** Where the states of all syncs lie. */
  readonly state: string
  /** ms without progress after which a run ends. */
  readonly timeoutMs: number
  readonly dryRun: boolean
  readonly language: Language
}

const TIMEOUT_SECONDS = 300
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** @throws CommandEnded */
export async function readOptions(typed: TypedOptions, language: Language): Promise<SyncOptions> {
  const refuse = (what: CommandText, values: Values) =>
    new CommandEnded(EXIT.usage, what, say(what, language, values))
  const to = typed.to.split('/').filter(Boolean)
  if (to.some((name) => name === '.' || name === '..')) throw refuse('badTarget', { path: typed.to })
  if (typed.daily !== undefined && !TIME.test(typed.daily)) throw refuse('badTime', { value: typed.daily })
  const seconds = Number(typed.timeout ?? TIMEOUT_SECONDS)
  if (!(seconds > 0)) throw refuse('badSeconds', { value: String(typed.timeout) })
  const origin = addressOf(typed.server)
  if (origin === undefined) throw refuse('badAddress', { address: typed.server })
  const from = await folderAt(typed.from)
  if (from === undefined) throw refuse('noFolder', { path: typed.from })
  const state = resolve(typed.state ?? join(dataFolder(), 'sync'))
  return {
    origin,
    from,
    to,
    group: typed.group ?? null,
    daily: typed.daily ?? null,
    ignore: [...(typed.ignore ?? []), ...ownFilesIn(from, state)],
    tokenFile: typed.tokenFile ?? null,
    state,
    timeoutMs: seconds * 1000,
    dryRun: typed.dryRun ?? false,
    language,
  }
}

function addressOf(typed: string): string | undefined {
  try {
    return originOf(typed)
  } catch (error) {
    if (error instanceof BadAddress) return undefined
    throw error
  }
}

async function folderAt(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ? realpath(path) : undefined
}

/** The state changes with each file that is sent, so that it is no part of the folder. */
function ownFilesIn(from: string, state: string): string[] {
  const path = relative(from, state).replaceAll('\\', '/')
  return path.startsWith('..') || resolve(from, path) !== state ? [] : [`/${path}/`]
}
