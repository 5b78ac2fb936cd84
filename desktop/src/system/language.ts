import { DEFAULT_LANGUAGE, type Language } from '@clouddisk/contract/errors'

/** The language of the system, as far as the drive speaks it: Chinese, else English; Chinese where none is told. */
export function systemLanguage(env: NodeJS.ProcessEnv = process.env): Language {
  const told = env.LC_ALL || env.LC_MESSAGES || env.LANG || Intl.DateTimeFormat().resolvedOptions().locale
  if (!told || /^(C|POSIX)(\.|$)/.test(told)) return DEFAULT_LANGUAGE
  return /^zh/i.test(told) ? 'zh-CN' : 'en-US'
}
