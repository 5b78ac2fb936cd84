import type { Instance } from '@clouddisk/contract/files'
import { callerName } from '../../lib/api.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/** What was searched for and opened lately, latest first; stored in this browser per person. */

export type RecentFile = Pick<Instance, 'instanceId' | 'instanceName' | 'classifierId' | 'fileType'>

export interface Recent {
  readonly words: readonly string[]
  readonly files: readonly RecentFile[]
}

const KEPT = 6
const key = () => `clouddisk.search.recent.${callerName() ?? ''}`
const NONE: Recent = { words: [], files: [] }

const isFile = (value: unknown): value is RecentFile =>
  typeof value === 'object' &&
  value !== null &&
  ['instanceId', 'instanceName', 'classifierId', 'fileType'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'string',
  )

export function recent(): Recent {
  try {
    const { words, files } = JSON.parse(readStored(key()) ?? '{}') as Partial<Record<string, unknown>>
    return {
      words: Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [],
      files: Array.isArray(files) ? files.filter(isFile) : [],
    }
  } catch {
    return NONE
  }
}

const store = (next: Recent) =>
  writeStored(key(), JSON.stringify({ words: next.words.slice(0, KEPT), files: next.files.slice(0, KEPT) }))

export const clearRecent = (): void => store(NONE)

export function rememberWord(typed: string): void {
  const word = typed.trim()
  if (word === '') return
  const now = recent()
  store({ ...now, words: [word, ...now.words.filter((one) => one !== word)] })
}

export function rememberFile({ instanceId, instanceName, classifierId, fileType }: RecentFile): void {
  const now = recent()
  const others = now.files.filter((one) => one.instanceId !== instanceId)
  store({ ...now, files: [{ instanceId, instanceName, classifierId, fileType }, ...others] })
}

export function forgetFile(instanceId: string): void {
  const now = recent()
  store({ ...now, files: now.files.filter((one) => one.instanceId !== instanceId) })
}
