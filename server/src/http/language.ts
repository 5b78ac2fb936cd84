import { DEFAULT_LANGUAGE, type Language } from '@clouddisk/contract/errors'

/** The first of our languages that `Accept-Language` names; Chinese otherwise. */
export function languageOf(header: string | undefined): Language {
  for (const tag of (header ?? '').split(',')) {
    const primary = tag.trim().slice(0, 2).toLowerCase()
    if (primary === 'zh') return 'zh-CN'
    if (primary === 'en') return 'en-US'
  }
  return DEFAULT_LANGUAGE
}
