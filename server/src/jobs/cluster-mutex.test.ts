import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { urlOf } from '../../test/postgres-url.ts'
import { type ClusterMutex, openClusterMutex } from './cluster-mutex.ts'

let database: TestDatabase
let servers: ClusterMutex[]
beforeEach(async () => {
  database = await createTestDatabase()
  servers = [1, 2].map(() => openClusterMutex(urlOf(database.pool)))
})
afterEach(async () => {
  for (const server of servers) await server.close()
  await database.drop()
})

it('lets work of a name run on one server at a time, and other work beside it', async () => {
  const [one, other] = servers
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const order: string[] = []
  const first = one?.runExclusive('sweep', async () => {
    begun.resolve()
    await release.promise
    order.push('first')
  })
  await begun.promise
  const second = other?.runExclusive('sweep', async () => void order.push('second'))
  await other?.runExclusive('mail', async () => void order.push('mail'))
  release.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['mail', 'first', 'second'])
})

it('goes on behind work that failed, and behind a server that is gone', async () => {
  const [one, other] = servers
  await expect(one?.runExclusive('sweep', () => Promise.reject(new Error('failed')))).rejects.toThrow(
    'failed',
  )
  await other?.runExclusive('sweep', async () => undefined)
  void one?.runExclusive('sweep', () => new Promise(() => undefined))
  await one?.runExclusive('mail', async () => undefined)
  await one?.close()
  await other?.runExclusive('sweep', async () => undefined)
})

it('lets those that wait go when their server is being stopped', async () => {
  const [one, other] = servers
  const begun = Promise.withResolvers<void>()
  void one?.runExclusive('sweep', () => {
    begun.resolve()
    return new Promise(() => undefined)
  })
  await begun.promise
  const waiting = other?.runExclusive('sweep', async () => undefined)
  await other?.runExclusive('mail', async () => undefined)
  await other?.close()
  await expect(waiting).rejects.toThrow('the server is being stopped')
})
