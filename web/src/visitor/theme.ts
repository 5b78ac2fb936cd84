import { applyTheme, preferences } from '../lib/preferences.ts'
import { readStored } from '../lib/storage.ts'

/** Skin and dark mode as somebody chose them in this browser, otherwise as dark as the system (visitor-boot.js). */
export function followSystem(): void {
  const apply = () => {
    const theme = readStored('clouddisk.theme')
    applyTheme({
      ...preferences(),
      skin: readStored('clouddisk.skin') === 'light' ? 'light' : 'redblack',
      theme: theme === 'dark' || theme === 'light' ? theme : 'system',
    })
  }
  apply()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
  addEventListener('storage', apply)
}
