import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'

/** Columns of the workbooks that people come and go in; what is exported can be filled in and brought again. */

export type ColumnKey =
  | 'accountName'
  | 'userRealName'
  | 'userName'
  | 'phone'
  | 'email'
  | 'departmentId'
  | 'roles'
  | 'totalCapacity'
  | 'validUntil'
  | 'groupCapacity'
  | 'speedLimit'
  | 'password'

interface PeopleColumn {
  readonly key: ColumnKey
  readonly title: readonly [zh: string, en: string]
  /** What it was called in templates that people still have. */
  readonly older?: readonly string[]
  readonly required: boolean
  readonly width: number
  readonly hint: readonly [zh: string, en: string]
}

/** In MB a second. */
const MIN_SPEED_MB = LIMITS.speedLimitMin / 1024 ** 2

export const COLUMNS: readonly PeopleColumn[] = [
  {
    key: 'accountName',
    title: ['账号', 'Account'],
    required: true,
    width: 20,
    hint: ['5-120 个字母、数字或下划线', '5-120 letters, digits or underscores'],
  },
  {
    key: 'userRealName',
    title: ['姓名', 'Full name'],
    required: true,
    width: 16,
    hint: ['1-120 个字符', '1-120 characters'],
  },
  {
    key: 'userName',
    title: ['显示名', 'Display name'],
    older: ['用户名', 'User name'],
    required: false,
    width: 16,
    hint: ['不填则与姓名相同', 'The full name where it is empty'],
  },
  {
    key: 'phone',
    title: ['手机', 'Phone'],
    required: false,
    width: 18,
    hint: ['3-32 位数字，可以有 +、空格、括号和连字符', '3-32 digits; +, spaces, brackets and hyphens too'],
  },
  {
    key: 'email',
    title: ['邮箱', 'Email'],
    required: false,
    width: 26,
    hint: ['邮箱地址，如 min@example.com', 'An address such as min@example.com'],
  },
  {
    key: 'departmentId',
    title: ['部门', 'Department'],
    required: false,
    width: 32,
    hint: [
      '从最上级写起，用 / 分隔，如 示例集团/品牌与市场部',
      'From the top, with / between: Company/Marketing',
    ],
  },
  {
    key: 'roles',
    title: ['角色', 'Roles'],
    required: false,
    width: 24,
    hint: ['多个用顿号或逗号分隔；不填则为 普通用户', 'Separate several with commas; Member if empty'],
  },
  {
    key: 'totalCapacity',
    title: ['空间（GB）', 'Space (GB)'],
    required: false,
    width: 12,
    hint: ['数字，或 不限；不填则用默认值', 'A number, or unlimited; the default if empty'],
  },
  {
    key: 'validUntil',
    title: ['有效期', 'Valid until'],
    required: false,
    width: 14,
    hint: [
      '日期，如 2027-06-30（当天有效），或 永久有效；不填则永久有效',
      'A date such as 2027-06-30, that day included, or forever; forever if empty',
    ],
  },
  {
    key: 'groupCapacity',
    title: ['群组额度（GB）', 'Group quota (GB)'],
    older: ['群组空间（GB）', 'Group space (GB)'],
    required: false,
    width: 16,
    hint: ['数字，或 不限；不填则用默认值', 'A number, or unlimited; the usual where it is empty'],
  },
  {
    key: 'speedLimit',
    title: ['限速（MB/秒）', 'Speed limit (MB/s)'],
    required: false,
    width: 16,
    hint: [
      `不小于 ${MIN_SPEED_MB} 的数字，或 不限；不填则不限`,
      `A number of at least ${MIN_SPEED_MB}, or unlimited, as where it is empty`,
    ],
  },
  {
    key: 'password',
    title: ['初始密码', 'Temporary password'],
    older: ['First password'],
    required: false,
    width: 18,
    hint: [
      '至少 8 个字符、三种字符；不填则自动生成，导入后显示一次',
      'At least 8 characters of three kinds; made up and shown once where it is empty',
    ],
  },
]

/** Rows of the template that show how it is filled in; who leaves them in brings nobody. */
export const SAMPLES: readonly Partial<Record<ColumnKey, readonly [zh: string, en: string]>>[] = [
  {
    accountName: ['example_zhang', 'example_zhang'],
    userRealName: ['张敏（示例）', 'Min Zhang (sample)'],
    phone: ['13800138000', '13800138000'],
    email: ['zhang@example.com', 'zhang@example.com'],
    departmentId: ['示例公司/市场部', 'Company/Marketing'],
  },
  {
    accountName: ['example_li', 'example_li'],
    userRealName: ['李蕾（示例）', 'Lei Li (sample)'],
    departmentId: ['示例公司', 'Company'],
    roles: ['普通用户', 'Member'],
    totalCapacity: ['20', '20'],
    validUntil: ['2027-12-31', '2027-12-31'],
  },
]

export const isSample = (accountName: string): boolean =>
  SAMPLES.some((sample) => sample.accountName?.[0] === accountName.trim())

const index = (language: Language): 0 | 1 => (language === 'zh-CN' ? 0 : 1)

export const titleOf = (column: PeopleColumn, language: Language): string => column.title[index(language)]
export const sampleOf = (
  sample: (typeof SAMPLES)[number],
  { key }: PeopleColumn,
  language: Language,
): string => sample[key]?.[index(language)] ?? ''
export const hintOf = (column: PeopleColumn, language: Language): string => column.hint[index(language)]

/** Which column a heading names, in whichever language; brackets and case do not matter. */
export function columnNamed(heading: string): ColumnKey | undefined {
  const plain = normalizeHeading(heading)
  return COLUMNS.find(({ key, title, older = [] }) =>
    [key, ...title, ...older].some((one) => normalizeHeading(one) === plain),
  )?.key
}

const normalizeHeading = (text: string): string =>
  text.replaceAll('（', '(').replaceAll('）', ')').replace(/[\s*]/g, '').toLowerCase()

/** What exports have besides. */
export const CELL_WORDS = {
  used: ['已用（GB）', 'Used (GB)'],
  status: ['状态', 'Status'],
  created: ['创建时间', 'Added'],
  seen: ['最近使用', 'Last active'],
  sheet: ['用户', 'Users'],
  notes: ['说明', 'Notes'],
  column: ['列', 'Column'],
  required: ['必填', 'Required'],
  hint: ['填写说明', 'What to fill in'],
  samples: ['示例行', 'Sample rows'],
  samplesHint: [
    '第 2、3 行是示例，不会被导入，可以直接改写或删除',
    'Rows 2 and 3 are samples and are not imported; write over them or delete them',
  ],
  yes: ['是', 'yes'],
  no: ['否', 'no'],
  active: ['正常', 'Active'],
  frozen: ['已冻结', 'Frozen'],
  expired: ['已过期', 'Expired'],
  removed: ['已离职', 'Offboarded'],
  unlimited: ['不限', 'unlimited'],
  forever: ['永久有效', 'forever', '长期'],
} as const satisfies Record<string, readonly [string, string, ...older: string[]]>

export const cellWord = (key: keyof typeof CELL_WORDS, language: Language): string =>
  CELL_WORDS[key][index(language)]

/** Whether a cell says so, in whichever language. */
export const isCellWord = (cell: string, key: keyof typeof CELL_WORDS): boolean =>
  (CELL_WORDS[key] as readonly string[]).includes(cell.trim().toLowerCase())
