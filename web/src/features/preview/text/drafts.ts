import type { Encoding } from '@clouddisk/contract/text-encoding'
import Dexie, { type EntityTable } from 'dexie'
import { callerName } from '../../../lib/api.ts'
import type { LineEnd } from './read-text.ts'

/** Text that was edited and is not saved yet, kept in this browser over a reload or a crash. */
export interface Draft {
  readonly instanceId: string
  /** The version that was edited. */
  readonly versionId: string
  readonly text: string
  readonly encoding: Encoding
  readonly bom: boolean
  readonly lineEnd: LineEnd
  /** ms. */
  readonly time: number
}

type DraftDatabase = Dexie & { drafts: EntityTable<Draft, 'instanceId'> }

let opened: { readonly of: string; readonly db: DraftDatabase } | undefined

function database(): DraftDatabase {
  const of = callerName() ?? ''
  if (opened?.of === of) return opened.db
  opened?.db.close()
  const db = new Dexie(`clouddisk-drafts-${of}`) as DraftDatabase
  db.version(1).stores({ drafts: 'instanceId' })
  opened = { of, db }
  return db
}

/** A browser without storage has no drafts; saving still works. */
const lenient = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

export const draftOf = (instanceId: string): Promise<Draft | undefined> =>
  lenient(database().drafts.get(instanceId))
export const keepDraft = (draft: Draft): Promise<unknown> => lenient(database().drafts.put(draft))
export const dropDraft = (instanceId: string): Promise<unknown> =>
  lenient(database().drafts.delete(instanceId))
