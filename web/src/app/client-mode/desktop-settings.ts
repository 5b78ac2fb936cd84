import { queryOptions } from '@tanstack/react-query'
import { desktopHost } from '../../lib/host.ts'
import { confirm } from '../../ui/confirm.tsx'
import { t } from './desktop-settings-strings.ts'

export const DESKTOP_SETTINGS = ['desktop-settings']

export const desktopSettingsQuery = queryOptions({
  queryKey: DESKTOP_SETTINGS,
  queryFn: () => desktopHost().queryDesktopSettings({}),
  staleTime: 0,
})

/** Ends the client; where transfers run, asks first. */
export async function quitClient(): Promise<void> {
  const { running } = await desktopHost().quit({})
  if (running === 0) return
  const isSure = await confirm({
    title: t('quitTitle'),
    text: t('quitText', { count: running }),
    confirmText: t('quit'),
    danger: true,
  })
  if (isSure) await desktopHost().quit({ force: true })
}
