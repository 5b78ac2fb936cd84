import { LIMITS } from '@clouddisk/contract/limits'
import { liveQuery } from 'dexie'
import { type FinishedEntry, groupFinished } from './finished-entries.ts'
import type { FinishedRow, TransferDatabase } from './ports/database.ts'

/** Finished transfers of each person in this browser, for 30 days (R59, R77, R252). Newest first. */

export interface RecordPage {
  readonly rows: readonly FinishedEntry[]
  /** Entries, of all pages. */
  readonly total: number
}

export interface Records {
  add(row: FinishedRow): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  clear(userId: string): Promise<void>
  /** Calls back with the page now and on changes in any tab. @param page from 1. */
  watch(
    userId: string,
    page: number,
    pageSize: number,
    onPage: (page: RecordPage) => void,
    onError: () => void,
  ): () => void
}

export function createRecords(db: TransferDatabase, now: () => number = Date.now): Records {
  const of = (userId: string) =>
    db.finished
      .where('[userId+finishedTime]')
      .between([userId, now() - LIMITS.finishedRecordMs], [userId, Number.POSITIVE_INFINITY], false, true)
  return {
    async add(row) {
      await db.finished.put(row)
      await db.finished
        .where('finishedTime')
        .belowOrEqual(now() - LIMITS.finishedRecordMs)
        .delete()
    },
    remove: (ids) => db.finished.bulkDelete([...ids]),
    clear: async (userId) => {
      await db.finished
        .where('[userId+finishedTime]')
        .between([userId, 0], [userId, Number.POSITIVE_INFINITY])
        .delete()
    },
    watch(userId, page, pageSize, onPage, onError) {
      const pages = liveQuery(async () => {
        const entries = groupFinished(await of(userId).reverse().toArray())
        return { total: entries.length, rows: entries.slice((page - 1) * pageSize, page * pageSize) }
      })
      const subscription = pages.subscribe(onPage, onError)
      return () => subscription.unsubscribe()
    },
  }
}
