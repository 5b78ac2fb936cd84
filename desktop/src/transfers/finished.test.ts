import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TransferRecord } from '@clouddisk/contract/desktop'
import { DAY } from '@clouddisk/contract/time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTransferDatabase } from './database.ts'
import { finishedRecords } from './finished.ts'

/** The list of finished transfers of each person (R77, R117). */

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-finished-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const record = (id: string, finishedTime: number): TransferRecord => ({
  ...{ id, type: 'uploadFile', instanceId: 'i', fileName: `${id}.txt`, fileSize: 3, position: 'Reports' },
  ...{ localPath: `/home/${id}.txt`, parentId: 'p', inGroup: false, fileSharingId: null, status: 'finished' },
  ...{ finishedPartsSize: 3, progress: 100, rate: 0, errmsg: null, error: null, taskAddTime: 1 },
  ...{ finishedTime, isLocalSync: false, localSyncId: null },
})

it('shows the newest first, over restarts, and deletes them after 30 days', () => {
  let now = 100 * DAY
  const open = () => {
    const db = openTransferDatabase(folder)
    return { db, records: finishedRecords(db, () => now) }
  }
  const first = open()
  first.records.add('anna', record('old', now))
  now += DAY
  first.records.add('anna', record('new', now))
  first.records.add('bruno', record('other', now))
  first.db.close()

  const { db, records } = open()
  expect(records.page('anna', 1, 10)).toEqual([record('new', 101 * DAY), record('old', 100 * DAY)])
  now = 130 * DAY - 1
  expect(records.count('anna')).toBe(2)
  now = 130 * DAY
  expect(records.page('anna', 1, 10).map(({ id }) => id)).toEqual(['new'])
  expect(records.count('anna')).toBe(1)
  records.add('bruno', record('later', now))
  expect(db.prepare('select id from finished order by id').all()).toEqual([
    { id: 'later' },
    { id: 'new' },
    { id: 'other' },
  ])
  db.close()
  // Also where nothing finishes any more: at the next start.
  now = 161 * DAY
  const last = open()
  expect(last.db.prepare('select id from finished').all()).toEqual([])
  last.db.close()
})
