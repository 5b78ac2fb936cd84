import {
  type NoticeSetting,
  queryNotificationSettings,
  readNotifications,
  saveNotificationSettings,
} from '@clouddisk/contract/notifications'
import { saveSettings } from '@clouddisk/contract/settings'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSink, openMailSink } from '../../../test/mail-sink.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { notify } from '../../notifications/notify.ts'
import { sendDigests, sendImmediateMail } from './send-mail.ts'

let sink: MailSink
let world: World
let person: Person
let email: string
beforeAll(async () => {
  sink = await openMailSink()
  world = await openWorld({
    CLOUDDISK_SMTP_URL: sink.url,
    CLOUDDISK_MAIL_FROM: 'Clouddisk <disk@example.com>',
    CLOUDDISK_PUBLIC_URL: 'https://disk.example.com',
    CLOUDDISK_TIME_ZONE: 'Asia/Kolkata',
  })
})
beforeEach(async () => {
  person = await world.person()
  email = `${person.user.userName}@example.com`
  await world.ctx.db.pool.query('update person set email = $2 where id = $1', [person.user.userId, email])
  sink.mails.length = 0
  sink.refuse = undefined
  sink.tries = 0
})
afterAll(async () => {
  await world.close()
  await sink.close()
})

const wants = (kind: NoticeSetting['kind'], mail: NoticeSetting['mail'], app = true) =>
  person.call(saveNotificationSettings, { list: [{ kind, app, mail }] })
const give = (instanceName = '合同.docx') =>
  world.ctx.db.transact((tx) =>
    notify(world.ctx, tx, {
      kind: 'share.given',
      to: [{ principalType: 'person', principalId: person.user.userId }],
      actor: { personId: newId(), realName: '林晓' },
      data: { instanceName, instanceId: 'abc', isFolder: true, role: 'editor' },
    }),
  )
const arrived = () => sink.mails.flatMap(({ to, subject }) => (to === email ? [[to, subject]] : []))

describe('mail at once', () => {
  it('goes out once, in the person’s language, with a link to the page and to the settings', async () => {
    await wants('share.given', 'now')
    await person.call(saveSettings, { language: 'en-US' })
    await give('a <b> & "c"')
    await Promise.all([sendImmediateMail(world.ctx), sendImmediateMail(world.ctx)])
    await sendImmediateMail(world.ctx)
    expect(arrived()).toEqual([[email, '林晓 shared “a <b> & "c"” with you']])
    const [mail] = sink.mails
    expect(mail?.text).toContain('You can edit it.')
    expect(mail?.text).toContain('<a href="https://disk.example.com/disk/fileShare?folder=abc">Open</a>')
    expect(mail?.text).toContain('“a &lt;b&gt; &amp; &quot;c&quot;”')
    expect(mail?.raw).toContain('https://disk.example.com/disk/personalFile#notification-settings')
  })

  it('speaks Chinese where nothing else was chosen', async () => {
    await wants('share.given', 'now')
    await give()
    await sendImmediateMail(world.ctx)
    expect(arrived()).toEqual([[email, '林晓 与你共享了“合同.docx”']])
  })

  it('goes to nobody whose account has ended since', async () => {
    await wants('share.given', 'now')
    await give()
    await world.ctx.db.pool.query('update person set valid_until = $2 where id = $1', [
      person.user.userId,
      world.ctx.now(),
    ])
    await sendImmediateMail(world.ctx)
    expect(arrived()).toEqual([])
  })

  it('is tried again after a while where the server is busy, and the same then', async () => {
    await wants('share.given', 'now')
    await give()
    sink.refuse = 451
    await sendImmediateMail(world.ctx)
    await sendImmediateMail(world.ctx)
    expect([sink.tries, sink.mails.length]).toEqual([1, 0])
    sink.refuse = undefined
    world.advance(61_000)
    await sendImmediateMail(world.ctx)
    await sendImmediateMail(world.ctx)
    expect(arrived()).toHaveLength(1)
  })

  it('is not tried again where it is refused for good, or where it may have arrived', async () => {
    await wants('share.given', 'now')
    for (const refuse of [550, 'hangUp'] as const) {
      await give()
      sink.refuse = refuse
      const before = sink.tries
      await sendImmediateMail(world.ctx)
      sink.refuse = undefined
      world.advance(DAY)
      await sendImmediateMail(world.ctx)
      expect(sink.tries).toBe(before + 1)
    }
    expect(sink.mails).toHaveLength(1)
  })

  it('is tried again where no server answers', async () => {
    await wants('share.given', 'now')
    await give()
    const port = await sink.sleep()
    await sendImmediateMail(world.ctx)
    await sink.wake(port)
    world.advance(61_000)
    await sendImmediateMail(world.ctx)
    expect(arrived()).toHaveLength(1)
  })

  it('goes to nobody without an address, and to nobody who does not want it', async () => {
    await give()
    await wants('share.given', 'off')
    await give()
    await world.ctx.db.pool.query(`update person set email = '' where id = $1`, [person.user.userId])
    await wants('share.given', 'now')
    await give()
    await sendImmediateMail(world.ctx)
    expect(sink.tries).toBe(0)
    expect(await person.call(queryNotificationSettings, {})).toMatchObject({ mail: true, email: null })
  })

  it('goes out where the page shows nothing, too', async () => {
    await wants('share.given', 'now', false)
    await give()
    await sendImmediateMail(world.ctx)
    expect(arrived()).toHaveLength(1)
  })
})

describe('the daily mail', () => {
  const MORNING = '02:30:00.000Z'
  /** Puts the clock to a time of UTC that is still to come. */
  const at = (time: string) => {
    const now = world.ctx.now()
    const then = new Date(`${now.toISOString().slice(0, 10)}T${time}`)
    const wait = then.getTime() - now.getTime()
    world.advance(wait > 0 ? wait : wait + DAY)
  }

  it('leaves at eight in the morning of the installation’s time zone', async () => {
    await wants('share.given', 'daily')
    at('02:00:00.000Z')
    await give('before.txt')
    at('02:29:00.000Z')
    await sendDigests(world.ctx)
    expect(arrived()).toEqual([])
    at(MORNING)
    await give('after.txt')
    await sendDigests(world.ctx)
    expect(arrived()).toHaveLength(1)
    expect(sink.mails.at(-1)?.text).toContain('before.txt')
    expect(sink.mails.at(-1)?.text).not.toContain('after.txt')
    at('02:29:00.000Z')
    await sendDigests(world.ctx)
    expect(arrived()).toHaveLength(1)
    at(MORNING)
    await sendDigests(world.ctx)
    expect(sink.mails.at(-1)?.text).toContain('after.txt')
  })

  it('names days as they are there', async () => {
    await wants('share.given', 'now')
    await world.ctx.db.transact((tx) =>
      notify(world.ctx, tx, {
        kind: 'share.given',
        to: [{ principalType: 'person', principalId: person.user.userId }],
        data: { instanceName: 'x', role: 'viewer', expireTime: '2031-03-04T19:00:00.000Z' },
      }),
    )
    await sendImmediateMail(world.ctx)
    expect(sink.mails.at(-1)?.text).toContain('2031-03-05 到期。')
  })

  it('has all of the days before in one, but what was read', async () => {
    await wants('share.given', 'daily')
    await give('read.txt')
    await person.call(readNotifications, {})
    await give('one.txt')
    await give('two.txt')
    await sendDigests(world.ctx)
    expect(sink.mails).toEqual([])
    world.advance(DAY)
    await give('today.txt')
    await Promise.all([sendDigests(world.ctx), sendDigests(world.ctx)])
    expect(arrived()).toEqual([[email, '企业云盘：2 条新通知']])
    const text = sink.mails.find(({ to }) => to === email)?.text ?? ''
    expect(text.indexOf('one.txt')).toBeLessThan(text.indexOf('two.txt'))
    expect(text).not.toMatch(/read\.txt|today\.txt/)
  })

  it('comes later where the server is down, as one mail all the same', async () => {
    await wants('share.given', 'daily')
    await give('one.txt')
    await give('two.txt')
    world.advance(DAY)
    sink.refuse = 421
    await sendDigests(world.ctx)
    sink.refuse = undefined
    world.advance(HOUR)
    await sendDigests(world.ctx)
    await sendDigests(world.ctx)
    expect(arrived()).toEqual([[email, '企业云盘：2 条新通知']])
  })
})
