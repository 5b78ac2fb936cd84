import type { ConfigGroup, ConfigKind } from '@clouddisk/contract/business-config'

/** Chinese, English. */
export type Words = readonly [zh: string, en: string]

/** What values of an entry look like. */
export interface ValueShape {
  readonly kind: ConfigKind
  readonly unit?: Words
  readonly min?: number
  readonly max?: number
  /** 0 is allowed below `min`: no limit. */
  readonly zeroIsUnlimited?: true
  readonly options?: readonly { readonly value: string; readonly words: Words }[]
}

/** One row of the business configuration, as it is declared. */
export interface ConfigEntry {
  readonly code: string
  readonly group: ConfigGroup
  readonly shape: ValueShape
  readonly explanation: Words
  /** The variable of the environment that sets it too. */
  readonly variable?: string
  /** Whether servers read it at their start only. */
  readonly afterRestart?: true
  /** Why it cannot be changed. */
  readonly fixed?: Words
}

interface Further {
  readonly variable?: string
  readonly afterRestart?: true
}

/** Declares the entries of a group. */
export const group = (name: ConfigGroup, entries: readonly Omit<ConfigEntry, 'group'>[]): ConfigEntry[] =>
  entries.map((entry) => ({ ...entry, group: name }))

export const entry = (code: string, shape: ValueShape, explanation: Words, further: Further = {}) => ({
  code,
  shape,
  explanation,
  ...further,
})

/** A value that is shown and not changed. */
export const fixed = (code: string, shape: ValueShape, explanation: Words, why: Words) => ({
  code,
  shape,
  explanation,
  fixed: why,
})

export const count = (unit: Words, min?: number, max?: number): ValueShape => ({
  kind: 'count',
  unit,
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
})
export const bytes = (min?: number, max?: number): ValueShape => ({
  kind: 'bytes',
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
})
/** Bytes a second. */
export const rate = (min?: number, max?: number): ValueShape => ({ ...bytes(min, max), kind: 'rate' })
/** Milliseconds. */
export const duration = (min?: number, max?: number): ValueShape => ({ ...bytes(min, max), kind: 'duration' })
export const flag: ValueShape = { kind: 'flag' }
export const extensions: ValueShape = { kind: 'extensions' }
export const choices: ValueShape = { kind: 'choices' }
export const severalOf = (options: NonNullable<ValueShape['options']>): ValueShape => ({
  kind: 'options',
  options,
})
export const numbers = (unit: Words): ValueShape => ({ kind: 'numbers', unit })

export const KB = 1024
export const MB = 1024 * KB
export const GB = 1024 * MB
export const TB = 1024 * GB

export const CHARACTERS: Words = ['个字符', 'characters']
export const FILES: Words = ['个文件', 'files']
export const ITEMS: Words = ['项', 'items']
export const DAYS: Words = ['天', 'days']
export const TIMES: Words = ['次', 'times']
export const PIXELS: Words = ['像素', 'px']

/** The reasons for which values are fixed. */
export const FOR_CLIENTS: Words = [
  '已安装的客户端按此值工作，修改会使其出错，因此只能查看。',
  'Installed clients rely on it, and another value would break them, so it is only shown.',
]
export const FOR_CALLS: Words = [
  '接口按此值检查输入，仅随版本变化，因此只能查看。',
  'Calls check their input by it. It changes with versions only, so it is only shown.',
]
export const FOR_DATA: Words = [
  '已存储的数据按此值建立，修改后会与其不符，因此只能查看。',
  'Stored data was made by it and would no longer fit, so it is only shown.',
]
export const FOR_DESIGN: Words = [
  '由界面规范固定，因此只能查看。',
  'The design of the page fixes it, so it is only shown.',
]
export const FOR_CONVERTERS: Words = [
  '转换程序的内存和时间限制按此值确定，因此只能查看。',
  'Memory and time of converters are measured by it, so it is only shown.',
]
