import type { Language } from '@clouddisk/contract/errors'

/** Fills in the address of an action. Placeholders are like `<ui=UI_LLCC&>`; those that are unknown are left out. */
export function actionUrl(urlsrc: string, wopiSrc: string, language: Language): string {
  const source = encodeURIComponent(wopiSrc)
  const values: Readonly<Record<string, string>> = {
    UI_LLCC: language,
    DC_LLCC: language,
    WOPI_SOURCE: source,
  }
  let named = false
  const filled = urlsrc.replace(
    /<([^=<>]+)=([^<>&]+)(&?)>/g,
    (_, key: string, value: string, end: string) => {
      const known = values[value]
      if (known === undefined) return ''
      if (value === 'WOPI_SOURCE') named = true
      return `${key}=${known}${end}`
    },
  )
  const begun = filled.includes('?') ? filled.replace(/[?&]+$/, (end) => end.slice(0, 1)) : `${filled}?`
  const join = (url: string, part: string) => (/[?&]$/.test(url) ? url + part : `${url}&${part}`)
  const withSource = named ? begun.replace(/[?&]$/, '') : join(begun, `WOPISrc=${source}`)
  // Collabora has no placeholders, and shows how to close it only if asked to.
  return urlsrc.includes('UI_LLCC') ? withSource : join(withSource, `lang=${language}&closebutton=1`)
}
