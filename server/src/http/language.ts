import { DEFAULT_LANGUAGE, type Language } from '@clouddisk/contract/errors'

/** The supported language that `Accept-Language` prefers; Chinese if it names none. */
export function languageOf(header: string | undefined): Language {
  const preferences = (header ?? '')
    .split(',')
    .map(preferenceOf)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { primary } of preferences) {
    if (primary === 'zh') return 'zh-CN'
    if (primary === 'en') return 'en-US'
    if (primary === '*') return DEFAULT_LANGUAGE
  }
  return DEFAULT_LANGUAGE
}

/** Parses `en-US;q=0.9`. The weight is from 0 (not acceptable) to 1 (the default). */
function preferenceOf(range: string): { primary: string | undefined; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1'
  return { primary: tag.split('-')[0], weight: WEIGHT.test(weight) ? Number(weight) : 0 }
}

/** qvalue of RFC 9110. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/
