import type { Language } from './errors.ts'
import { formatSize } from './format.ts'

/** Rates and durations as A§9 and B§9 print them; apart from what a first visit needs. Pure. */

/**
 * The alternative helper: under 1 MB in KB (0 decimals when zero, else 1), then MB and GB with 2, then TB. For rates,
 * which change while one looks: a unit that stays is read more easily.
 */
export const formatSizeFromKb = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(bytes === 0 ? 0 : 1)} KB` : formatSize(bytes)

const WORDS = {
  'zh-CN': { s: ' 秒', m: ' 分', h: ' 小时', d: ' 天', gap: ' ' },
  'en-US': { s: ' s', m: ' min', h: ' h', d: ' d', gap: ' ' },
} as const

/** Under 120 s seconds; under an hour minutes and seconds; under a day hours and minutes; else days and hours (C40). */
export function formatDuration(seconds: number, language: Language): string {
  const w = WORDS[language]
  const total = Math.max(0, Math.round(seconds))
  const pair = (a: number, unitA: string, b: number, unitB: string) => `${a}${unitA}${w.gap}${b}${unitB}`
  if (total < 120) return `${total}${w.s}`
  if (total < 3600) return pair(Math.floor(total / 60), w.m, total % 60, w.s)
  if (total < 86_400) return pair(Math.floor(total / 3600), w.h, Math.floor((total % 3600) / 60), w.m)
  return pair(Math.floor(total / 86_400), w.d, Math.floor((total % 86_400) / 3600), w.h)
}
