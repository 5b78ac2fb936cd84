import { randomBytes } from 'node:crypto'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import { ERRORS, LANGUAGES } from '@clouddisk/contract/errors'
import { saveUpload } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openUpload, putAll, saveInput, sendFiles } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { StoreUnavailable } from '../../objects/port.ts'

/** Whatever needs what a store keeps says that the store is away, and nothing of the server. */

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

type Door = 'open' | 'digest' | 'seal' | 'putObject'
const isAway = (...doors: Door[]) => {
  for (const door of doors) vi.spyOn(world.ctx.stores.home, door).mockRejectedValue(new StoreUnavailable())
}

it.each(LANGUAGES)('is told by a link that the browser opens itself (%s)', async (language) => {
  const { instanceId } = await person.upload('0', `${language}.txt`, randomBytes(1000))
  const addresses = [
    await person.call(getDownloadUrl, { instanceId }),
    await person.call(getDownloadUrl, { instanceId, mode: 'preview' }),
    (await person.call(getArchiveUrl, { instanceIds: [instanceId] })).url,
  ]
  isAway('open')
  for (const address of addresses) {
    const answer = await fetch(address, { headers: { 'accept-language': language } })
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
      503,
      '5',
      { errcode: ERRORS.store_away.code, errmsg: ERRORS.store_away[language] },
    ])
  }
})

it('is told by a save, which goes on where it was once the store is back', async () => {
  const upload = { parentId: '0', name: 'later.bin', bytes: randomBytes(1000) }
  const check = await openUpload(person, upload)
  await putAll(person, check, upload.bytes)
  for (const door of ['seal', 'digest'] as const) {
    isAway(door)
    await expect(person.call(saveUpload, saveInput(upload, check))).rejects.toMatchObject({
      name: 'store_away',
      httpStatus: 503,
      retryable: true,
      details: { retryAfter: 5 },
    })
    vi.restoreAllMocks()
  }
  const { instanceId } = await person.call(saveUpload, saveInput(upload, check))
  expect((await person.download(instanceId)).equals(upload.bytes)).toBe(true)
})

it('is told by a call that brings many small files', async () => {
  isAway('putObject')
  await expect(sendFiles(person, [{ bytes: randomBytes(10) }])).rejects.toMatchObject({ name: 'store_away' })
  vi.restoreAllMocks()
  expect((await sendFiles(person, [{ bytes: randomBytes(10) }])).map(({ errcode }) => errcode)).toEqual([0])
})
