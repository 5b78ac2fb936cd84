import { expect, it } from 'vitest'
import { Detector, type Rule } from './detect.ts'

const rule = (kind: Rule['kind'], more: Partial<Rule> = {}): Rule => ({
  ruleId: kind,
  name: kind,
  kind,
  terms: [],
  pattern: '',
  threshold: 1,
  level: 'high',
  action: 'review',
  ...more,
})
const found = (rules: readonly Rule[], text: string, name = 'a.txt', path = '') =>
  new Detector(rules).detect([{ path, name, text }])
const count = (one: Rule, text: string) => found([one], text)[0]?.count ?? 0

it('finds numbers of identity cards by their check character, date and region', () => {
  const idCard = rule('idCard')
  expect(found([idCard], '证件:110101199003077758。')).toEqual([
    expect.objectContaining({ count: 1, samples: ['1101************58'] }),
  ])
  expect(count(idCard, '1１0101 19900307 7758, 11010119900307002Ｘ 12 440304198001011118')).toBe(2)
  expect(count(idCard, 'row 5 110101199003077758 3')).toBe(1)
  for (const wrong of [
    '110101199003077757',
    '110101199013077751',
    '990101199003077758',
    '1101011990030777581',
  ])
    expect(count(idCard, wrong), wrong).toBe(0)
})

it('finds numbers of bank cards by their network and check digit', () => {
  const bankCard = rule('bankCard')
  expect(found([bankCard], '卡号 6222 0210 0111 6245 702')).toEqual([
    expect.objectContaining({ count: 1, samples: ['6222*************02'] }),
  ])
  expect(count(bankCard, '4111111111111111 and 3782-822463-10005')).toBe(2)
  expect(count(bankCard, '2024 4111 1111 1111 1111 2025')).toBe(1)
  for (const wrong of [
    '6222021001116247 01',
    '4111111111111112',
    '9111111111111111',
    '0.4111111111111111',
    '4111111111111111x',
    '4444 4444 4444 4448',
  ])
    expect(count(bankCard, wrong), wrong).toBe(0)
})

it('takes the same number twice for one find, and applies from the threshold on', () => {
  const two = rule('bankCard', { threshold: 2 })
  expect(count(two, '4111111111111111 4111-1111-1111-1111')).toBe(0)
  expect(count(two, '4111111111111111 378282246310005')).toBe(2)
})

it('finds words in any case and width, across line breaks in Chinese, and only whole words of alphabets', () => {
  const words = rule('words', { terms: ['绝密', 'Top Secret', 'secret', '机密文件'] })
  expect(found([words], '此件绝 密,ＴＯＰ  SECRET')).toEqual([
    expect.objectContaining({
      count: 3,
      samples: ['绝*', 'top*******', 'sec**t'].map(() => expect.any(String)),
    }),
  ])
  expect(count(words, '机\n密\n文件')).toBe(1)
  expect(count(words, 'secretary, sec\u200bret')).toBe(1)
  expect(count(words, 'secretary')).toBe(0)
})

it('tells Chinese words apart from characters of two words', () => {
  const words = rule('words', { terms: ['机密', '绝密'] })
  for (const text of ['手机密码', '请输入手机密码后登录']) expect(count(words, text), text).toBe(0)
  for (const text of ['机密', '属机密级', '机密文件', '本项目机密资料', '绝密★启用前', '本件定为绝密级'])
    expect(count(words, text), text).toBe(1)
})

it('finds terms within each other', () => {
  const words = rule('words', { terms: ['合同金额', '金额', '合同'] })
  expect(count(words, '合同金额')).toBe(3)
})

it('finds patterns in time that grows with the text alone', () => {
  const pattern = rule('pattern', { pattern: '(a+)+$|合同编号[::]\\s*HT-\\d{4}' })
  expect(count(pattern, '合同编号：HT-2024')).toBe(1)
  expect(count(pattern, `${'a'.repeat(100_000)}!`)).toBe(0)
  expect(() => new Detector([rule('pattern', { pattern: '(' })])).toThrow()
})

it('finds names and types, also of what is in an archive', () => {
  const rules = [
    rule('fileName', { terms: ['工资', 'draft-??.*'] }),
    rule('fileType', { terms: ['.DWG', 'pst'] }),
  ]
  expect(found(rules, '', '2024工资表.xlsx').map((match) => match.ruleId)).toEqual(['fileName'])
  expect(found(rules, '', 'Draft-01.docx')).toHaveLength(1)
  expect(found(rules, '', 'a draft-01.docx')).toHaveLength(0)
  expect(found(rules, '', 'plan.dwg', 'docs/plan.dwg')).toMatchObject([
    { ruleId: 'fileType', path: 'docs/plan.dwg' },
  ])
})

it('puts what blocks first, then what is more sensitive', () => {
  const rules = [
    rule('words', { ruleId: 'low', terms: ['x'], level: 'low' }),
    rule('words', { ruleId: 'high', terms: ['x'] }),
    rule('words', { ruleId: 'block', terms: ['x'], level: 'low', action: 'block' }),
  ]
  expect(found(rules, 'x').map(({ ruleId }) => ruleId)).toEqual(['block', 'high', 'low'])
})
