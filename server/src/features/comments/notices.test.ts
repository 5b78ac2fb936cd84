import * as contract from '@clouddisk/contract/comments'
import { answerFeedback, createFeedback } from '@clouddisk/contract/feedback'
import { createFolder } from '@clouddisk/contract/files'
import {
  type NoticeKind,
  type NoticeSetting,
  pageNotifications,
  readNotifications,
  saveNotificationSettings,
} from '@clouddisk/contract/notifications'
import { updateUserRole } from '@clouddisk/contract/privileges'
import { saveSettings } from '@clouddisk/contract/settings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailSink, openMailSink } from '../../../test/mail-sink.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { sendDigests, sendImmediateMail } from '../notifications/send-mail.ts'

/** What notifications and mails have of comments, and of the answer to feedback. */

let sink: MailSink
let world: World
let owner: Person
let member: Person
let third: Person
let instanceId: string
beforeAll(async () => {
  sink = await openMailSink()
  world = await openWorld({
    CLOUDDISK_SMTP_URL: sink.url,
    CLOUDDISK_MAIL_FROM: 'Clouddisk <disk@example.com>',
    CLOUDDISK_PUBLIC_URL: 'https://disk.example.com',
  })
})
beforeEach(async () => {
  owner = await world.person(undefined, { realName: '林晓' })
  member = await world.person()
  third = await world.person()
  const group = await world.group(owner, [
    [member, 'editor'],
    [third, 'editor'],
  ])
  // A folder: uploads go to the public address.
  ;({ instanceId } = await owner.call(createFolder, { parentId: group.rootId, instanceName: '报价' }))
  await world.ctx.db.pool.query(`update person set email = user_name || '@example.com'`)
  sink.mails.length = 0
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
  await sink.close()
})

const say = (text: string, mentions: readonly Person[] = [], by = owner) =>
  by.call(contract.createComment, { instanceId, text, mentions: mentions.map(({ user }) => user.userId) })
const messages = async (by = member) =>
  (await by.call(pageNotifications, {})).list
    .filter(({ kind }) => kind.startsWith('comment.'))
    .map(({ data }) => data.message)
const unreadMentions = async () =>
  (await member.call(pageNotifications, {})).list
    .filter(({ kind }) => kind === 'comment.mentioned')
    .map(({ notificationId }) => notificationId)
const wants = (kind: NoticeKind, mail: NoticeSetting['mail'], app = true, by = member) =>
  by.call(saveNotificationSettings, { list: [{ kind, app, mail }] })
const mailsTo = async (person = member) => {
  await sendImmediateMail(world.ctx)
  return sink.mails.filter(({ to }) => to === `${person.user.userName}@example.com`)
}

describe('the beginning of a comment', () => {
  test('is gone from the bell and from a mail that waits once the comment is deleted (R188)', async () => {
    await say('earlier', [], member)
    await wants('comment.added', 'now')
    const mention = await say('the password is 4711', [member])
    const other = await say('so is 0815')
    expect(await messages()).toEqual(['so is 0815', 'the password is 4711'])
    await member.call(readNotifications, { notificationIds: await unreadMentions() })
    for (const { commentId } of [mention, other]) await owner.call(contract.removeComment, { commentId })
    expect(await messages()).toEqual([undefined])
    expect((await mailsTo()).map(({ raw, text }) => raw + text).join()).not.toMatch(/4711|0815/)
  })

  test('are one at a time of each author and item while they are unread, and are mailed once an hour', async () => {
    await say('first', [member])
    expect(await mailsTo()).toHaveLength(1)
    await say('second', [member])
    await say('from another', [member], third)
    expect(await messages()).toEqual(['from another', 'second'])
    expect(await mailsTo()).toHaveLength(2)
    world.advance(3601_000)
    await say('an hour later', [member])
    expect(await messages()).toEqual(['an hour later', 'from another'])
    expect(await mailsTo()).toHaveLength(3)
  })

  test('are so many a minute from one person, also when they are deleted again (R188)', async () => {
    for (let count = 1; count <= contract.COMMENTS_PER_MINUTE; count++) {
      const { commentId } = await say(`${count}`, [member])
      await owner.call(contract.removeComment, { commentId })
    }
    expect(await messages()).toEqual([])
    await expect(say('one more', [member])).rejects.toMatchObject({ name: 'too_frequent_comments' })
    expect(await say('of another', [], third)).toHaveProperty('commentId')
    world.advance(61_000)
    expect(await say('a minute later')).toHaveProperty('commentId')
  })

  test('follows the comment when it is changed, for those who still read it (R188)', async () => {
    const { commentId } = await say('before', [member, third])
    await owner.call(updateUserRole, {
      instanceId,
      principalType: 'user',
      principalIds: [third.user.userId],
      role: 'viewer',
    })
    const change = (text: string) =>
      owner.call(contract.updateComment, { commentId, text, mentions: [member.user.userId] })
    await change('after')
    expect([await messages(), await messages(third)]).toEqual([['after'], [undefined]])
    world.advance(3 * 24 * 3600_000)
    owner = await world.again(owner)
    member = await world.again(member)
    await change('days later')
    expect(await messages()).toEqual(['days later'])
    await owner.call(contract.removeComment, { commentId })
    expect(await messages()).toEqual([])
  })
})

describe('mails', () => {
  test.each([
    ['zh-CN', '林晓 在“报价”的评论中提到了你', '林晓 评论了“报价”', '管理员回复了你的反馈'],
    [
      'en-US',
      '林晓 mentioned you in a comment on “报价”',
      '林晓 commented on “报价”',
      'An administrator answered your feedback',
    ],
  ] as const)(
    'of mentions, comments and answers to feedback are in %s (R188) (R36)',
    async (language, ...subjects) => {
      await member.call(saveSettings, { language })
      await say('mine', [], member)
      for (const kind of ['comment.added', 'feedback.answered'] as const) await wants(kind, 'now')
      await say('看一下 <b>', [member])
      await say('第二条')
      const { feedbackId } = await member.call(createFeedback, { kind: 'question', text: '?' })
      const admin = await world.admin('superAdmin')
      await admin.call(answerFeedback, { feedbackId, answer: '已修复', shownAnswer: '' })
      const mails = await mailsTo()
      expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(subjects))
      const [mention, , answer] = subjects.map(
        (subject) => mails.find((mail) => mail.subject === subject)?.text,
      )
      expect(mention).toContain('看一下 &lt;b&gt;')
      expect(mention).toMatch(
        /https:\/\/disk\.example\.com\/disk\/groupFile\?folder=[^"&]+&amp;select=[^"&]+&amp;tab=comments"/,
      )
      expect(answer).toContain('已修复')
      expect(answer).toContain('https://disk.example.com/disk/help?feedback=sent')
    },
  )

  test('and the bell are chosen for each kind and channel', async () => {
    await say('mine', [], member)
    await wants('comment.mentioned', 'off')
    await wants('comment.added', 'now', false)
    await say('only in the bell', [member])
    await say('only by mail')
    expect(await messages()).toEqual(['only in the bell'])
    expect((await mailsTo()).map(({ subject }) => subject)).toEqual(['林晓 评论了“报价”'])
    await wants('comment.mentioned', 'daily')
    await say('with the day’s', [member])
    expect(await mailsTo()).toHaveLength(1)
    world.advance(24 * 3600_000)
    await sendDigests(world.ctx)
    expect((await mailsTo()).at(-1)?.text).toContain('with the day’s')
  })
})
