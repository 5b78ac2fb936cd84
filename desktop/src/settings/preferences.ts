import type { DatabaseSync } from 'node:sqlite'

/** The settings of each person that the client follows without a page (R81), as they were last known. */

export interface Preferences {
  readonly downloadPath?: string | null | undefined
  readonly askDownloadPath: boolean
  readonly localSync: boolean
}

export const DEFAULT_PREFERENCES: Preferences = {
  downloadPath: null,
  askDownloadPath: false,
  localSync: false,
}

export class PreferenceStore {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
    db.exec('create table if not exists preference (user_id text primary key, value text not null) strict')
  }

  of(userId: string | null): Preferences {
    const row =
      userId === null
        ? undefined
        : this.#db.prepare('select value from preference where user_id = ?').get(userId)
    return row ? { ...DEFAULT_PREFERENCES, ...JSON.parse(String(row.value)) } : DEFAULT_PREFERENCES
  }

  keep(userId: string, preferences: Preferences): void {
    this.#db
      .prepare('insert or replace into preference (user_id, value) values (?, ?)')
      .run(userId, JSON.stringify(preferences))
  }
}
