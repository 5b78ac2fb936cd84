import type { Language } from './errors.ts'

/** Why names of files, folders and labels are refused. Apart from other fields' reasons, as the first page needs them. */
export const NAME_REASONS = {
  name_empty: ['名称不能为空。', 'The name can’t be empty.'],
  name_whitespace: ['名称首尾不能有空格。', 'Names can’t start or end with a space.'],
  name_characters: ['名称里不能有 \\ / : * ? " < > | [ ]。', 'Names can’t contain \\ / : * ? " < > | [ ].'],
  name_control: ['名称里不能有控制字符。', 'Names can’t contain control characters.'],
  name_invisible: ['名称里要有可见字符。', 'Names need at least one visible character.'],
  name_invisible_end: [
    '名称开头和结尾不能有看不见的字符，请删除后重新输入。',
    'A name can’t start or end with an invisible character. Type it again.',
  ],
  invisible_characters: [
    '名称里不能有看不见的字符，请重新输入。',
    'Names can’t contain invisible characters. Type it again.',
  ],
  name_trailing_dot: ['名称不能以句点结尾。', 'Names can’t end with a period.'],
  name_reserved: ['这是 Windows 保留的名称，请换一个。', 'Windows reserves this name. Choose another.'],
  name_too_long: ['名称太长，请缩短。', 'The name is too long. Shorten it.'],
  label_empty: ['标签不能为空。', 'A label can’t be empty.'],
  label_characters: [
    '标签里不能有控制字符或看不见的字符，请重新输入。',
    'Labels can’t contain control or invisible characters. Type it again.',
  ],
  label_too_long: ['标签最多 30 个字符，请缩短。', 'Labels have at most 30 characters. Shorten it.'],
} as const satisfies Record<string, readonly [string, string]>

export type NameReason = keyof typeof NAME_REASONS

export const nameReasonText = (reason: NameReason, language: Language): string =>
  NAME_REASONS[reason][language === 'zh-CN' ? 0 : 1]
