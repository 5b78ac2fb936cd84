import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { boot, DisposableStack } from './boot.ts'
import { readConfig } from './config/config.ts'
import { type Reader, runInBackground } from './db/database.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clouddisk-boot-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const timeouts = async (db: Reader) => {
  const ask = async (name: string) => {
    const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db)
    return rows[0]?.[name]
  }
  return [await ask('statement_timeout'), await ask('lock_timeout')]
}

describe('the runtime', () => {
  it('gives calls a patience, and work that nobody waits for as long as it takes', async () => {
    const config = readConfig({ CLOUDDISK_DATA: dataDir }, dataDir)
    const runtime = await boot({ config, log: pino({ level: 'silent' }) })
    try {
      const { db } = runtime.ctx
      expect(await timeouts(db.reader)).toEqual(['30s', '10s'])
      expect(await db.transact(timeouts)).toEqual(['30s', '10s'])
      expect(await runInBackground(() => timeouts(db.reader))).toEqual(['0', '0'])
      expect(await runInBackground(() => db.transact(timeouts))).toEqual(['0', '0'])
    } finally {
      await runtime.close()
    }
  }, 60_000)
})

describe('what was opened', () => {
  it('is all closed, the last first, also where one step fails', async () => {
    const closed: string[] = []
    const cleanup = new DisposableStack()
    cleanup.defer(() => void closed.push('first'))
    cleanup.defer(() => Promise.reject(new Error('broken')))
    cleanup.defer(() => void closed.push('last'))
    await expect(cleanup.close()).rejects.toThrow('broken')
    expect(closed).toEqual(['last', 'first'])
  })
})
