/** A short name for a user agent: `Chrome · Windows`. Pure. */

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Clouddisk\/|Electron\//i, 'Clouddisk'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

export function deviceLabel(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].flatMap(
    (table) => table.find(([rule]) => rule.test(userAgent))?.[1] ?? [],
  )
  return found.length > 0 ? found.join(' · ') : userAgent
}
