/** A user agent as people say it: `Chrome 142 · Windows`. Undefined where nothing is known of it. */
export function deviceName(userAgent: string): string | undefined {
  const browser = BROWSERS.map(([name, pattern]) => ({ name, version: pattern.exec(userAgent)?.[1] })).find(
    ({ version }) => version,
  )
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const label = [browser && `${browser.name} ${browser.version}`, system].filter(Boolean).join(' · ')
  return label || userAgent.split(' ')[0] || undefined
}

/** Whether it is held in the hand. */
export const isHandheld = (userAgent: string): boolean => /iPhone|iPad|Android/.test(userAgent)

// Order matters: Edge also says Chrome, Chrome also says Safari.
const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
]
const SYSTEMS: readonly [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]
