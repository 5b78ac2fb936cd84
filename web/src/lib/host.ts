import type { DesktopHost } from '@clouddisk/contract/desktop'

/**
 * The desktop client that shows the page, if one does (A§1): it puts this object on the window before the page's scripts
 * run. Another version of it may lack some calls.
 */
export type Host = Partial<DesktopHost>

export const host = (): Host | undefined => (globalThis as { clouddiskHost?: Host }).clouddiskHost

/** The desktop client, in parts of the page that exist in it alone. */
export function desktopHost(): DesktopHost {
  const desktop = host()
  if (!desktop) throw new Error('this page is not shown by the desktop client')
  return desktop as DesktopHost
}

/** Opens an address beside the page: in the system's browser, or in a new tab that has no way back to this one (R46). */
export function openOutside(url: string): void {
  const desktop = host()
  if (desktop?.openExternal) void desktop.openExternal({ url })
  else window.open(url, '_blank', 'noopener')
}

/** For links that open a new tab: in the desktop client the system's browser opens them. */
export function openLinkOutside(event: { preventDefault(): void; currentTarget: HTMLAnchorElement }): void {
  if (!host()) return
  event.preventDefault()
  openOutside(event.currentTarget.href)
}
