import type { Language } from '@clouddisk/contract/errors'
import type { PublicNotice } from '@clouddisk/contract/policies'
import { language } from '../../lib/i18n.ts'

type Notice = Pick<PublicNotice, 'titleZh' | 'titleEn'> & Partial<Pick<PublicNotice, 'textZh' | 'textEn'>>

/** A notice in the page's language, or else in the one that it was written in. */
export function shownNotice({ titleZh, titleEn, textZh, textEn }: Notice): {
  readonly title: string
  readonly text: string
  readonly language: Language
} {
  const chinese = titleZh !== null && (language === 'zh-CN' || titleEn === null)
  return chinese
    ? { title: titleZh, text: textZh ?? '', language: 'zh-CN' }
    : { title: titleEn ?? '', text: textEn ?? '', language: 'en-US' }
}
