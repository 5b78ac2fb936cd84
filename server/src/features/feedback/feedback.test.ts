// @module-tag long
import { pageLogs } from '@clouddisk/contract/audit'
import { queryChanges } from '@clouddisk/contract/changes'
import {
  answerFeedback,
  createFeedback,
  FEEDBACK_PER_DAY,
  type Feedback,
  pageAllFeedback,
  pageFeedback,
  queryAnyFeedbackPicture,
  queryFeedbackPicture,
  setFeedbackState,
} from '@clouddisk/contract/feedback'
import { createFolder } from '@clouddisk/contract/files'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { pathOf } from '@clouddisk/contract/route'
import { DAY, HOUR } from '@clouddisk/contract/time'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { MAX_CONCURRENT_WRITES } from '../../db/pool.ts'
import { deleteOldFeedback } from './jobs.ts'

/** What people write to the administrators, with a picture or without, and what they are answered. */

let world: World
let admin: Person
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  admin = await world.admin('superAdmin')
  person = await world.person()
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const send = (who = person, more = {}) =>
  who.call(createFeedback, { kind: 'problem', text: '上传到一半停住了', ...more })
const sentBy = async (who = person) => (await who.call(pageFeedback, {})).list
const noticesOf = async (who: Person) =>
  (await who.call(pageNotifications, {})).list
    .filter(({ kind }) => kind.startsWith('feedback.'))
    .map(({ kind, data: { message = '' } }) => `${kind}: ${message}`)
const found = async (more: object) =>
  (await admin.call(pageAllFeedback, { pageSize: 100, ...more })).list.map(({ feedbackId }) => feedbackId)
const notFound = expect.objectContaining({ name: 'not_found' })

/** As the page sends it. */
async function sendPicture(bytes: Uint8Array, who = person, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries({ kind: 'problem', text: '见截图', ...fields }))
    form.set(key, value)
  form.set('picture', new File([new Uint8Array(bytes)], '截图.png'))
  const answer = await who.fetch(pathOf(createFeedback), { method: 'POST', body: form })
  const envelope = (await answer.json()) as {
    errcode: number
    data: Feedback & { field?: string; reason?: string }
  }
  return { ...envelope, status: answer.status, headers: answer.headers }
}
const look = (
  who: Person,
  feedbackId: string,
  route = queryFeedbackPicture as typeof queryAnyFeedbackPicture | typeof queryFeedbackPicture,
) => who.fetch(`${pathOf(route)}?feedbackId=${feedbackId}`)
const drawing = (side = 300) =>
  sharp({ create: { width: side, height: side / 2, channels: 3, background: '#c33' } })

describe('feedback', () => {
  it('is kept with the facts that were shown, and its administrators are notified (R36)', async () => {
    const facts = { page: '/disk/personalFile', browser: 'Firefox', language: 'zh-CN', traceId: 'abc' }
    const sent = await send(person, { ...facts, version: ' ' })
    expect(sent).toMatchObject({
      ...facts,
      kind: 'problem',
      state: 'new',
      answer: '',
      answeredBy: null,
      hasPicture: false,
    })
    expect(sent).not.toHaveProperty('version')
    expect(await sentBy()).toEqual([sent])
    expect((await noticesOf(admin))[0]).toBe('feedback.received: 上传到一半停住了')
    expect((await admin.call(pageAllFeedback, {})).list[0]).toEqual({
      ...sent,
      personId: person.user.userId,
      personName: person.user.userRealName,
      account: person.user.userName,
      departmentName: null,
    })
    expect(await sentBy(await world.person())).toEqual([])
  })

  it('has text of up to 2,000 characters, and a kind that there is', async () => {
    const bad = (more: object, field: string, reason: string) =>
      expect(send(person, more)).rejects.toMatchObject({ name: 'bad_field', details: { field, reason } })
    await bad({ text: ' \n' }, 'text', 'missing')
    await bad({ text: '字'.repeat(2001) }, 'text', 'too_long')
    await bad({ kind: 'praise' }, 'kind', 'unknown_value')
    await bad({ browser: 'x'.repeat(301) }, 'browser', 'too_long')
    expect(await send(person, { text: '😀'.repeat(2000) })).toMatchObject({ state: 'new' })
  })

  it('is taken so often a day, also at once, and says when it is again', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: FEEDBACK_PER_DAY + 5 }, (_, index) => send(person, { text: `${index}` })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(FEEDBACK_PER_DAY)
    world.advance(HOUR)
    const refused = await sendPicture(await drawing().png().toBuffer())
    expect(refused).toMatchObject({ status: 429, errcode: 30411 })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(22 * 3600)
    expect(seconds).toBeLessThanOrEqual(23 * 3600)
    expect((await sentBy()).length).toBeLessThanOrEqual(FEEDBACK_PER_DAY)
    world.advance(DAY - HOUR + 1000)
    person = await world.again(person)
    expect(await send()).toMatchObject({ state: 'new' })
  })
})

describe('a picture', () => {
  it('is drawn anew, without what else was in the file (R36)', async () => {
    const secret = 'GPS 31.2304 121.4737'
    const png = await drawing(3000)
      .withExif({ IFD0: { ImageDescription: secret } })
      .png()
      .toBuffer()
    const { data } = await sendPicture(Buffer.concat([png, Buffer.from(`<script>${secret}</script>`)]))
    expect(data).toMatchObject({ hasPicture: true, text: '见截图' })
    const answer = await look(person, data.feedbackId)
    expect([answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      'image/webp',
      'nosniff',
    ])
    const webp = Buffer.from(await answer.arrayBuffer())
    expect(webp.includes(secret)).toBe(false)
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 2048, height: 1024 })
    expect((await look(admin, data.feedbackId, queryAnyFeedbackPicture)).status).toBe(200)
  })

  it('is seen by the person and by administrators of settings alone', async () => {
    const { data } = await sendPicture(await drawing().jpeg().toBuffer())
    const codeOf = async (answer: Response) => ((await answer.json()) as { errcode: number }).errcode
    for (const stranger of [await world.person(), admin])
      expect(await codeOf(await look(stranger, data.feedbackId))).toBe(90000)
    for (const other of [person, await world.admin('auditor'), await world.admin('orgAdmin')])
      expect((await look(other, data.feedbackId, queryAnyFeedbackPicture)).status).toBe(403)
    expect(await codeOf(await look(person, (await send()).feedbackId))).toBe(90000)
  })

  it('is refused where it is none, or too large, and nothing is kept', async () => {
    const png = await drawing().png().toBuffer()
    const broken = [
      Buffer.from('hello'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
      png.subarray(0, 60),
      Buffer.concat([png.subarray(0, 8), Buffer.alloc(5000, 7)]),
      await drawing().gif().toBuffer(),
    ]
    for (const bytes of broken)
      expect(await sendPicture(bytes)).toMatchObject({
        errcode: 20001,
        data: { field: 'picture', reason: 'picture' },
      })
    expect((await sendPicture(Buffer.alloc(6 * 1024 ** 2))).status).toBe(413)
    expect(await sentBy()).toEqual([])
  })
})

describe('pictures that take long', () => {
  it('hold up no calls of others that change something', async () => {
    const { conversions, config } = world.ctx
    const gate = Promise.withResolvers<void>()
    const held = Array.from({ length: Math.max(1, config.conversions) }, () =>
      conversions.convert(() => gate.promise),
    )
    const png = await drawing(20).png().toBuffer()
    const convert = vi.spyOn(conversions, 'convert')
    const sent: ReturnType<typeof sendPicture>[] = []
    while (sent.length < MAX_CONCURRENT_WRITES) sent.push(sendPicture(png, await world.person()))
    await expect.poll(() => convert.mock.calls.length).toBe(sent.length)
    convert.mockRestore()
    expect(await person.call(createFolder, { parentId: '0', instanceName: 'a' })).toHaveProperty('instanceId')
    gate.resolve()
    await Promise.all(held)
    for (const { errcode } of await Promise.all(sent)) expect(errcode).toBe(0)
  })

  it('are refused by their size before they are read, and count among the times of a day', async () => {
    const of = (width: number) =>
      sharp({ create: { width, height: 5000, channels: 3, background: '#fff' } })
        .toColourspace('b-w')
        .png({ compressionLevel: 9, palette: true })
        .toBuffer()
    const tooLarge = await of(5001)
    expect(await sendPicture(await of(5000))).toMatchObject({ errcode: 0 })
    for (let tries = 1; tries < FEEDBACK_PER_DAY; tries++)
      expect(await sendPicture(tooLarge)).toMatchObject({
        errcode: 20001,
        data: { field: 'picture', reason: 'picture_pixels' },
      })
    expect(await sendPicture(tooLarge)).toMatchObject({ status: 429, errcode: 30411 })
    expect(await sendPicture(await drawing().png().toBuffer())).toMatchObject({ errcode: 30411 })
    expect(await send()).toMatchObject({ state: 'new' })
  })
})

describe('feedback that has not changed for a year', () => {
  it('is deleted with its picture; what was answered since then is kept (R36)', async () => {
    const { data } = await sendPicture(await drawing().png().toBuffer())
    const { feedbackId } = await send(person, {
      text: 'answered later',
      uploadError: '[303] 分片 6 未通过校验',
    })
    const { cursor } = await person.call(queryChanges, {})
    world.advance(200 * DAY)
    admin = await world.again(admin)
    await admin.call(answerFeedback, { feedbackId, answer: '已修复', shownAnswer: '' })
    world.advance(166 * DAY)
    await deleteOldFeedback(world.ctx)
    person = await world.again(person)
    expect(await sentBy()).toMatchObject([{ feedbackId, uploadError: '[303] 分片 6 未通过校验' }])
    expect((await look(person, data.feedbackId)).headers.get('content-type')).toContain('json')
    const pictures = 'select from feedback_picture where feedback_id = $1'
    expect((await world.ctx.db.pool.query(pictures, [data.feedbackId])).rows).toEqual([])
    const { list } = await person.call(queryChanges, { cursor })
    expect(list.map(({ kind }) => kind)).toContain('feedback.changed')
  })
})

describe('administrators', () => {
  it('answer, which the person is notified of, and say how far it has come (R36)', async () => {
    const { feedbackId } = await send()
    const say = (state: 'new' | 'open' | 'closed') => admin.call(setFeedbackState, { feedbackId, state })
    await say('open')
    await say('open')
    expect(await sentBy()).toMatchObject([{ state: 'open', answer: '' }])
    await admin.call(answerFeedback, { feedbackId, answer: ' 已修复，请刷新页面。 ', shownAnswer: '' })
    expect(await sentBy()).toMatchObject([
      { state: 'answered', answer: '已修复，请刷新页面。', answeredBy: admin.user.userRealName },
    ])
    expect(await noticesOf(person)).toEqual(['feedback.answered: 已修复，请刷新页面。'])
    await say('closed')
    expect(await sentBy()).toMatchObject([{ state: 'closed', answer: '已修复，请刷新页面。' }])
    await admin.call(answerFeedback, { feedbackId, answer: '还有一处', shownAnswer: '已修复，请刷新页面。' })
    expect(await sentBy()).toMatchObject([{ state: 'answered', answer: '还有一处' }])
    const logged = (await admin.call(pageLogs, { pageSize: 1000 })).list
      .filter(({ objectId }) => objectId === feedbackId)
      .map(({ action }) => action)
    expect(logged.toReversed()).toEqual([
      'feedback.created',
      'feedback.stateChanged',
      'feedback.answered',
      'feedback.stateChanged',
      'feedback.answered',
    ])
  })

  it('find it by person, text, kind and state', async () => {
    const one = await send(person, { text: '希望支持 Markdown 目录', kind: 'idea' })
    const two = await send(person, { text: 'ZIP 下载很慢' })
    await admin.call(setFeedbackState, { feedbackId: two.feedbackId, state: 'closed' })
    const keyword = person.user.userName
    expect(await found({ keyword })).toEqual([two.feedbackId, one.feedbackId])
    expect(await found({ keyword: 'markdown 目录' })).toEqual([one.feedbackId])
    expect(await found({ keyword, kind: 'idea' })).toEqual([one.feedbackId])
    expect(await found({ keyword, state: 'closed' })).toEqual([two.feedbackId])
    expect(await found({ keyword: 'zip 100%' })).toEqual([])
    expect(await admin.call(pageAllFeedback, { keyword, pageNo: 2, pageSize: 1 })).toMatchObject({
      list: [{ feedbackId: one.feedbackId }],
      total: 2,
    })
    const three = await send(person, { text: 'Größe der STRAẞE' })
    for (const written of ['Straße', 'GRÖßE'])
      expect(await found({ keyword: written })).toEqual([three.feedbackId])
  })

  it('replace only an answer that they have seen (R36)', async () => {
    const { feedbackId } = await send()
    const other = await world.admin('superAdmin')
    const [first, second] = ['请刷新页面。', '请联系运维。']
    await admin.call(answerFeedback, { feedbackId, answer: first, shownAnswer: '' })
    await expect(
      other.call(answerFeedback, { feedbackId, answer: second, shownAnswer: '' }),
    ).rejects.toMatchObject({
      name: 'changed_meanwhile',
      details: { answer: first, answeredBy: admin.user.userRealName },
    })
    expect(await sentBy()).toMatchObject([{ answer: first, answeredBy: admin.user.userRealName }])
    expect(await noticesOf(person)).toEqual([`feedback.answered: ${first}`])
    await other.call(answerFeedback, { feedbackId, answer: second, shownAnswer: first })
    expect(await sentBy()).toMatchObject([{ answer: second, answeredBy: other.user.userRealName }])
  })

  it('need an answer, and feedback that there is', async () => {
    const { feedbackId } = await send()
    for (const [answer, reason] of [
      [' ', 'missing'],
      ['字'.repeat(2001), 'too_long'],
    ])
      await expect(
        admin.call(answerFeedback, { feedbackId, answer: answer ?? '', shownAnswer: '' }),
      ).rejects.toMatchObject({
        details: { field: 'answer', reason },
      })
    for (const id of ['nothing', person.user.userId]) {
      await expect(
        admin.call(answerFeedback, { feedbackId: id, answer: 'a', shownAnswer: '' }),
      ).rejects.toEqual(notFound)
      await expect(admin.call(setFeedbackState, { feedbackId: id, state: 'closed' })).rejects.toEqual(
        notFound,
      )
    }
  })

  it('of other areas, and people, have nothing of it', async () => {
    const { feedbackId } = await send()
    for (const other of [person, await world.admin('auditor'), await world.admin('storageAdmin')])
      for (const asked of [
        () => other.call(pageAllFeedback, {}),
        () => other.call(answerFeedback, { feedbackId, answer: 'a', shownAnswer: '' }),
        () => other.call(setFeedbackState, { feedbackId, state: 'closed' }),
      ])
        await expect(asked()).rejects.toMatchObject({ name: 'area_refused' })
    expect(await sentBy()).toMatchObject([{ state: 'new' }])
  })
})
