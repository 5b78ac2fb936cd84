import { DEFAULT_LANGUAGE, type Language } from '@clouddisk/contract/errors'

/** The system's language: Chinese if it is set to that, otherwise English; Chinese if no language is set. */
export function systemLanguage(env: NodeJS.ProcessEnv = process.env): Language {
  const told = env.LC_ALL || env.LC_MESSAGES || env.LANG || Intl.DateTimeFormat().resolvedOptions().locale
  if (!told || /^(C|POSIX)(\.|$)/.test(told)) return DEFAULT_LANGUAGE
  return /^zh/i.test(told) ? 'zh-CN' : 'en-US'
}
