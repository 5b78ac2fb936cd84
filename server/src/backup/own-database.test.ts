// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { cli, cliJson } from '../../test/product.ts'

/** A database of an administrator's own, whose user owns that and nothing else. */

const NAME = `restore_${randomBytes(8).toString('hex')}`

let home: string
let url: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-own-database-'))
  await asAdmin(`create role ${NAME} login password 'unlikely'`, `create database ${NAME} owner ${NAME}`)
  url = urlOf(inject('postgres').server)
})
afterAll(async () => {
  await asAdmin(`drop database ${NAME} with (force)`, `drop role ${NAME}`)
  await rm(home, { recursive: true, force: true })
})

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client(inject('postgres').server)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function urlOf({ connectionString, host, port }: pg.PoolConfig): string {
  const address = new URL(connectionString ?? `postgres://localhost:${port}/?host=${host}`)
  address.username = NAME
  address.password = 'unlikely'
  address.pathname = `/${NAME}`
  return address.href
}

it('is restored into by its owner, once, and backed up from there', async () => {
  const [from, target, folder] = [join(home, 'from'), join(home, 'target'), join(home, 'backup')]
  await cliJson(from, ['user', 'add', 'alice', '--password', 'Correct-horse1'])
  await cliJson(from, ['backup', folder])
  const settings = { DATABASE_URL: url }
  // Neither holds an installation yet, and nothing of one is left in either.
  for (const args of [['doctor'], ['backup', join(home, 'of-nothing')]])
    expect(await cli(target, args, settings)).toMatchObject({
      code: 1,
      err: `There is no Clouddisk in ${target}. Set CLOUDDISK_DATA, or start the server there first.\n`,
    })
  expect(await readdir(home)).toEqual(['backup', 'from'])
  expect(await cliJson(target, ['restore', folder], settings)).toMatchObject({ faults: [] })
  expect(await cliJson(target, ['user', 'list'], settings)).toMatchObject([{ userName: 'alice' }])
  expect((await cli(target, ['backup', folder], settings)).out).toMatch(
    new RegExp(`^Backup \\S+ of ${target}: .*\n$`),
  )
  expect((await cli(join(home, 'another'), ['doctor'], settings)).err).toContain('does not belong to')
  const again = await cli(join(home, 'another'), ['restore', folder], settings)
  expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^DATABASE_URL: .* not empty .*\n$/) })
})
