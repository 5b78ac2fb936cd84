import type { Language } from './errors.ts'

/** What `{space}` of `quota_full` stands for, by the kind of space that is full; `theirs` is another person's. */
export const FULL_SPACES = {
  person: ['个人空间', 'your drive'],
  theirs: ['{owner}的空间', '{owner}’s drive'],
  group: ['群组空间', 'this group'],
  library: ['资料库空间', 'this library'],
} as const satisfies Record<string, readonly [string, string]>

/** What helps: who has the space makes room in it. */
const EMPTY_BIN = [
  '请清空回收站后重试，或联系管理员扩容。',
  'Empty the recycle bin and retry, or ask your administrator for more.',
] as const
const ASK_OWNER = ['请对方清理空间后重试。', 'Ask them to free some space, then retry.'] as const

/** The words of `quota_full` that hang on whose space is full: `space` and `owner` of its details. */
export function fullSpaceWords(
  { space, owner }: Readonly<Record<string, unknown>>,
  language: Language,
): { space: string; remedy: string } {
  const at = language === 'zh-CN' ? 0 : 1
  const kind = FULL_SPACES[space as keyof typeof FULL_SPACES] ?? FULL_SPACES.person
  const remedy = space === 'theirs' ? ASK_OWNER : EMPTY_BIN
  return { space: kind[at].replace('{owner}', () => String(owner ?? '')), remedy: remedy[at] }
}
