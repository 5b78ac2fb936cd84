import type { DatabaseSync } from 'node:sqlite'
import { transact } from '../database.ts'
import type { FileOnDisk, UploadTarget } from './uploads.ts'

/**
 * Files of a selection that is larger than the upload list: they wait outside it until there is room (C42), also over a
 * restart. A file is removed in the transaction that stores it in the list, so a kill neither loses nor repeats one.
 */

const SCHEMA = `
  create table if not exists waiting_upload (
    id integer primary key,
    user_id text not null,
    upload text not null
  ) strict;
  create index if not exists waiting_of_user on waiting_upload (user_id, id);
`

export interface WaitingUpload {
  readonly file: FileOnDisk
  readonly target: UploadTarget
}

export class WaitingUploads {
  readonly #db: DatabaseSync
  /** Rows of files that are in the list and may not be stored there yet, by the ids of their uploads. */
  readonly #added = new Map<string, { readonly id: number; readonly userId: string }>()

  constructor(db: DatabaseSync) {
    db.exec(SCHEMA)
    this.#db = db
  }

  add(userId: string, uploads: readonly WaitingUpload[]): void {
    const insert = this.#db.prepare('insert into waiting_upload (user_id, upload) values (?, ?)')
    transact(this.#db, () => {
      for (const upload of uploads) insert.run(userId, JSON.stringify(upload))
    })
  }

  count(userId: string): number {
    const row = this.#db.prepare('select count(*) as count from waiting_upload where user_id = ?').get(userId)
    return Number(row?.count) - this.#inList(userId).size
  }

  /** Rows of the person's files that are in the list. */
  #inList(userId: string): Set<number> {
    return new Set([...this.#added.values()].flatMap((row) => (row.userId === userId ? [row.id] : [])))
  }

  /**
   * Hands over the first files, at most `max`. Those that are not added are forgotten.
   * @param add calls `onAdded` for each upload, with its number, before it is stored.
   */
  async take(
    userId: string,
    max: number,
    add: (uploads: readonly WaitingUpload[], onAdded: (at: number, uid: string) => void) => Promise<void>,
  ): Promise<void> {
    const known = this.#inList(userId)
    const rows = this.#db
      .prepare('select id, upload from waiting_upload where user_id = ? order by id limit ?')
      .all(userId, max + known.size)
      .filter(({ id }) => !known.has(Number(id)))
      .slice(0, max)
    const rest = new Set(rows.map(({ id }) => Number(id)))
    await add(
      rows.map(({ upload }) => JSON.parse(String(upload))),
      (at, uid) => {
        const id = Number(rows[at]?.id)
        rest.delete(id)
        this.#added.set(uid, { id, userId })
      },
    )
    const remove = this.#db.prepare('delete from waiting_upload where id = ?')
    for (const id of rest) remove.run(id)
  }

  /** In the transaction that stores these uploads. */
  stored(uids: readonly string[]): void {
    const remove = this.#db.prepare('delete from waiting_upload where id = ?')
    for (const uid of uids) {
      const row = this.#added.get(uid)
      if (row === undefined) continue
      remove.run(row.id)
      this.#added.delete(uid)
    }
  }

  remove(userId: string): void {
    this.#db.prepare('delete from waiting_upload where user_id = ?').run(userId)
    for (const [uid, row] of this.#added) if (row.userId === userId) this.#added.delete(uid)
  }
}
