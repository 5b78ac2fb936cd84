// @module-tag long
import { pageLogs } from '@clouddisk/contract/audit'
import { type DlpRule, queryDlpRules, removeDlpRule, saveDlpRule, tryDlpRules } from '@clouddisk/contract/dlp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentOfFile } from '../../../test/content-of-file.ts'
import { archiveBy } from '../../../test/make-archives.ts'
import { manyPagesPdf } from '../../../test/pdfs.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { checkFile } from './scan.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin')
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const WORDS = { kind: 'words', level: 'high', action: 'block', enabled: true } as const
const save = (rule: Partial<DlpRule> & Pick<DlpRule, 'name'>) =>
  admin.call(saveDlpRule, { ...WORDS, ...rule })
const check = async (person: Person, name: string, content: Buffer | string) => {
  const { instanceId } = await person.upload('0', name, Buffer.from(content))
  const file = await contentOfFile(world, instanceId)
  const wait = { ms: 60_000, signal: new AbortController().signal }
  for (;;) {
    const answer = await checkFile(world.ctx, file, wait)
    if (answer.state === 'checked') return answer
  }
}

it('comes with rules that are not enabled', async () => {
  const rules = await admin.call(queryDlpRules, {})
  expect(rules.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['证书与密钥', false],
    ['密级标记', false],
    ['银行卡号', false],
    ['身份证号码', false],
  ])
  const text = '绝密 110101199003077758 4111111111111111 -----BEGIN RSA PRIVATE KEY-----'
  expect(await admin.call(tryDlpRules, { text })).toEqual([])
  for (const { updateTime: _, ruleId: __, ...rule } of rules)
    expect(await admin.call(tryDlpRules, { text, rule }), rule.name).toMatchObject([
      { rule: rule.name, count: 1 },
    ])
})

it('keeps rules tidy, and enters their changes in the log', async () => {
  const made = await save({ name: ' 项目代号 ', terms: ['蓝鲸', ' 蓝鲸 ', 'Blue  Whale', 'blue whale', ''] })
  expect(made).toMatchObject({
    name: '项目代号',
    terms: [' 蓝鲸'.trim(), 'blue whale'],
    threshold: 1,
    pattern: '',
  })
  await expect(save({ name: '项目代号', terms: ['x'] })).rejects.toMatchObject({ name: 'name_taken' })
  const changed = await save({ ruleId: made.ruleId, name: '代号', terms: ['x'], level: 'low', threshold: 5 })
  expect(await admin.call(queryDlpRules, {})).toContainEqual(changed)
  await admin.call(removeDlpRule, { ruleId: made.ruleId })
  await expect(admin.call(removeDlpRule, { ruleId: made.ruleId })).rejects.toMatchObject({
    name: 'not_found',
  })
  await expect(save({ ruleId: made.ruleId, name: '代号', terms: ['x'] })).rejects.toMatchObject({
    name: 'not_found',
  })
  const { list } = await admin.call(pageLogs, { action: 'dlp.ruleSaved,dlp.ruleRemoved' })
  expect(list.map(({ action, objectName }) => [action, objectName])).toEqual([
    ['dlp.ruleRemoved', '代号'],
    ['dlp.ruleSaved', '代号'],
    ['dlp.ruleSaved', '项目代号'],
  ])
})

it('refuses rules that find nothing, and says which field', async () => {
  const wrong: [Partial<DlpRule>, string][] = [
    [{ name: '  ' }, 'name'],
    [{ name: 'n'.repeat(61) }, 'name'],
    [{ terms: [] }, 'terms'],
    [{ terms: [' ', '\u200b'] }, 'terms'],
    [{ terms: ['x'.repeat(101)] }, 'terms'],
    [{ terms: Array.from({ length: 10_001 }, (_, at) => `t${at}`) }, 'terms'],
    [{ kind: 'pattern', pattern: '' }, 'pattern'],
    [{ kind: 'pattern', pattern: '(' }, 'pattern'],
    [{ kind: 'pattern', pattern: '(a)\\1' }, 'pattern'],
    [{ kind: 'pattern', pattern: 'x'.repeat(501) }, 'pattern'],
  ]
  for (const [rule, field] of wrong)
    await expect(
      save({ name: 'wrong', terms: ['x'], ...rule }),
      JSON.stringify(rule).slice(0, 80),
    ).rejects.toMatchObject({
      code: 20001,
      details: { field },
    })
  expect((await admin.call(queryDlpRules, {})).map(({ name }) => name)).not.toContain('wrong')
})

it('checks files again when the rules change, names each time, and says what it could not read', async () => {
  const person = await world.person()
  const blocked = await save({ name: '代号', terms: ['蓝鲸'] })
  const named = await save({ name: '工资', kind: 'fileName', terms: ['工资'], action: 'review' })
  expect(await check(person, 'a.txt', '蓝鲸计划 蓝鲸')).toMatchObject({
    matches: [{ rule: '代号', count: 1 }],
  })
  expect(await check(person, '工资.txt', '蓝鲸计划 蓝鲸')).toMatchObject({
    matches: [{ rule: '代号' }, { rule: '工资' }],
  })
  await save({ ruleId: blocked.ruleId, name: '代号', terms: ['计划'] })
  expect(await check(person, 'b.txt', '蓝鲸')).toMatchObject({ matches: [] })
  const zip = (files: Record<string, string | Buffer>, ...args: string[]) =>
    archiveBy(['zip', '-qr', ...args, 'made.zip', '.'], 'made.zip', files)
  const inner = await zip({ 'docs/工资.txt': '蓝鲸计划' })
  expect(await check(person, 'c.zip', await zip({ 'x/inner.zip': inner }))).toMatchObject({
    matches: [
      { rule: '代号', path: 'x/inner.zip/docs/工资.txt' },
      { rule: '工资', path: 'x/inner.zip/docs/工资.txt' },
    ],
    unreadable: [],
  })
  expect(await check(person, 'd.zip', await zip({ 'a.txt': '计划' }, '-P', 'secret'))).toMatchObject({
    unreadable: ['encrypted'],
  })
  expect(await check(person, 'e.pdf', manyPagesPdf({ pages: 1, password: 'secret' }))).toMatchObject({
    unreadable: ['encrypted'],
  })
  const lockedPdf = manyPagesPdf({ pages: 1, password: 'secret' })
  expect(await check(person, 'i.zip', await zip({ 'e.pdf': lockedPdf }))).toMatchObject({
    unreadable: ['encrypted'],
  })
  const brokenPdf = manyPagesPdf({ pages: 1 }).subarray(0, 200)
  expect(await check(person, 'j.zip', await zip({ 'e.pdf': brokenPdf }))).toMatchObject({
    unreadable: ['damaged'],
  })
  const oldOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])
  expect(await check(person, 'g.doc', oldOffice)).toMatchObject({ unreadable: ['old_office'] })
  expect(await check(person, 'h.zip', await zip({ 'g.doc': oldOffice }))).toMatchObject({
    unreadable: ['old_office'],
  })
  expect(await check(person, 'empty.txt', '')).toMatchObject({ matches: [], unreadable: [] })
  for (const { ruleId } of [blocked, named]) await admin.call(removeDlpRule, { ruleId })
  expect(await check(person, 'f.txt', '计划')).toMatchObject({ matches: [] })
})
