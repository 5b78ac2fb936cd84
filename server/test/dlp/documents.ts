import iconv from 'iconv-lite'
import { rawZip } from '../make-archives.ts'
import { docx } from '../make-docx.ts'
import { xlsxOf } from '../make-xlsx.ts'
import { manyPagesPdf } from '../pdfs.ts'
import { Random } from '../random.ts'

/**
 * Office documents in Chinese and English for the content check: half have something planted that a rule is to find, and all have
 * what only looks like it.
 */

export const PLANTED_KINDS = ['idCard', 'bankCard', 'words', 'pattern'] as const
export type PlantedKind = (typeof PLANTED_KINDS)[number]
const FORMATS = ['docx', 'xlsx', 'pdf', 'txt', 'zip'] as const

export interface TestDocument {
  readonly name: string
  readonly content: Buffer
  /** Undefined where nothing is to be found. */
  readonly planted?: PlantedKind
}

export function testDocuments(count: number, seed: number): TestDocument[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, at) => {
    const isChinese = at % 2 === 0
    const format = FORMATS[Math.floor(at / 2) % FORMATS.length] ?? 'txt'
    const planted = at % 4 < 2 ? PLANTED_KINDS[Math.floor(at / 4) % PLANTED_KINDS.length] : undefined
    const lines = linesOf(random, isChinese)
    if (planted) lines.splice(random.int(lines.length + 1), 0, plantedLine(random, planted, isChinese))
    return {
      name: `${at}.${format}`,
      content: contentOf(random, format, lines, isChinese),
      ...(planted && { planted }),
    }
  })
}

const CHINESE =
  '公司 项目 会议 纪要 部门 预算 进度 计划 客户 供应商 合同 产品 质量 市场 培训 年度 总结 报告 方案 需求 测试 上线 维护 采购 设备 办公室 通知 安排 讨论 确认 完成 负责人 时间 地点 参加 人员 意见 建议 数据 分析'.split(
    ' ',
  )
const ENGLISH =
  'company project meeting minutes budget progress plan customer supplier contract product quality market training annual summary report proposal requirement test release maintenance purchase equipment office notice schedule discussion confirmed owner time place attendees comment suggestion data analysis'.split(
    ' ',
  )

function linesOf(random: Random, isChinese: boolean): string[] {
  const words = isChinese ? CHINESE : ENGLISH
  const line = () =>
    Array.from({ length: random.between(6, 16) }, () => random.pick(words)).join(isChinese ? '' : ' ')
  const lookalikes = Array.from({ length: random.between(2, 5) }, () => lookalike(random, isChinese))
  return [...Array.from({ length: random.between(5, 25) }, line), ...lookalikes]
}

/** What a careless rule would take for a find. */
function lookalike(random: Random, isChinese: boolean): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.int(10)).join('')
  const wrongCard = () => {
    const number = bankCard(random)
    return `${number.slice(0, -1)}${(Number(number.at(-1)) + random.between(1, 9)) % 10}`
  }
  const wrongIdCard = () => {
    const number = idCard(random)
    const last = random.pick([...'0123456789X'].filter((one) => one !== number.at(-1)))
    return `${number.slice(0, -1)}${last}`
  }
  return random.pick([
    () => (isChinese ? `电话:138${digits(8)}` : `Phone: +86 138 ${digits(4)} ${digits(4)}`),
    () => (isChinese ? `订单号:${wrongCard()}` : `Order no. ${wrongCard()}`),
    () => (isChinese ? `流水号 ${wrongIdCard()}` : `Serial ${wrongIdCard()}`),
    () => `2024-0${random.between(1, 9)}-1${random.int(10)} 0.${digits(16)}`,
    () => (isChinese ? '请输入手机密码后登录系统' : 'The secretary keeps the confidentiality agreement form'),
    () => (isChinese ? `编号:HT2024-${digits(3)}` : `Contract draft HT-${digits(2)}`),
    () => `ISBN 978-7-${digits(3)}-${digits(5)}-${digits(1)}`,
  ])()
}

function plantedLine(random: Random, kind: PlantedKind, isChinese: boolean): string {
  switch (kind) {
    case 'idCard': {
      const number = idCard(random)
      const written = random.pick([
        number,
        number.toLowerCase(),
        `${number.slice(0, 6)} ${number.slice(6, 14)} ${number.slice(14)}`,
        fullWidth(number),
      ])
      return isChinese ? `张三,身份证号:${written},请核对` : `Employee ID card ${written}, please check`
    }
    case 'bankCard': {
      const number = bankCard(random)
      const groups = number.match(/\d{1,4}/g) ?? []
      const written = random.pick([number, groups.join(' '), groups.join('-')])
      return isChinese ? `收款账号${written}(工商银行)` : `Pay to card ${written} by Friday`
    }
    case 'words':
      return isChinese
        ? random.pick(['密级:绝密', '本文件为公司机密文件,不得外传', '绝 密 ★ 启用前', '严禁外传'])
        : random.pick(['TOP SECRET', 'Strictly  Confidential - do not distribute', 'Top Secret'])
    case 'pattern':
      return `HT-2024-${String(random.int(10_000)).padStart(4, '0')}`
  }
}

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

function idCard(random: Random): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const region = random.pick(['110101', '310115', '440304', '330106', '620102', '510107'])
  const date = `${random.between(1950, 2005)}${two(random.between(1, 12))}${two(random.between(1, 28))}`
  const body = `${region}${date}${String(random.int(1000)).padStart(3, '0')}`
  const sum = ID_WEIGHTS.reduce((total, weight, at) => total + weight * Number(body[at]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}

function bankCard(random: Random): string {
  const [prefix, length] = random.pick([
    ['622202', 19],
    ['621700', 19],
    ['625965', 16],
    ['436742', 16],
    ['545619', 16],
  ] as const)
  const body = [...prefix, ...Array.from({ length: length - 7 }, () => String(random.int(10)))].join('')
  const sum = [...body].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))

function contentOf(
  random: Random,
  format: (typeof FORMATS)[number],
  lines: readonly string[],
  isChinese: boolean,
): Buffer {
  switch (format) {
    case 'docx':
      return docx(lines)
    case 'xlsx':
      return xlsxOf({
        rows: lines
          .map((line) => `<row><c t="inlineStr"><is><t>${line}</t></is></c><c><v>12</v></c></row>`)
          .join(''),
      })
    case 'pdf':
      return manyPagesPdf({ pages: 1, lines })
    case 'txt':
      return isChinese ? iconv.encode(lines.join('\r\n'), 'gb18030') : Buffer.from(lines.join('\n'))
    case 'zip': {
      const inner = contentOf(random, random.pick(['docx', 'xlsx', 'txt']), lines, isChinese)
      const nested = rawZip([{ name: 'docs/inner.bin', content: inner }])
      return rawZip([
        { name: 'readme.txt', content: Buffer.from('see inside') },
        { name: 'inner.zip', content: nested },
      ])
    }
  }
}
