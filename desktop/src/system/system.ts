import type { Language } from '@clouddisk/contract/errors'
import { desktopNotifications } from './linux/notifications.ts'
import { connectSessionBus } from './linux/session-bus.ts'
import { statusNotifier } from './linux/status-notifier.ts'
import type { OpenNotifier } from './notifier.ts'
import type { OpenTray } from './tray.ts'

/** What the client shows outside of its window, where the system has a place for it. */
export interface DesktopSystem {
  readonly openTray: OpenTray
  readonly openNotifier: OpenNotifier
  close(): void
}

const OPEN: Readonly<Record<Language, string>> = { 'zh-CN': '打开', 'en-US': 'Open' }

/** @returns undefined where there is no such place. */
export async function joinSystem(language: Language): Promise<DesktopSystem | undefined> {
  if (process.platform !== 'linux') return undefined
  const bus = await connectSessionBus()
  return (
    bus && {
      openTray: statusNotifier(bus),
      openNotifier: desktopNotifications(bus, OPEN[language]),
      close: () => bus.disconnect(),
    }
  )
}
