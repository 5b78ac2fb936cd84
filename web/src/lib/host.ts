/**
 * The desktop client that shows the page, if one does (A§1): it puts this object on the window before the page's scripts
 * run.
 */
export interface Host {
  /** The language that it is set to, as the page spells them. */
  readonly language?: string
  /** Whether it syncs local folders. */
  readonly syncsFolders?: boolean
  /** Asks for a folder on this computer; undefined if the person cancels. */
  chooseFolder?(): Promise<string | undefined>
  /** Opens an address in the system's browser. */
  openExternal?(url: string): void
}

export const host = (): Host | undefined => (globalThis as { clouddiskHost?: Host }).clouddiskHost

/** Opens an address beside the page: in the system's browser, or in a new tab that has no way back to this one (R46). */
export function openOutside(url: string): void {
  const desktop = host()
  if (desktop?.openExternal) desktop.openExternal(url)
  else window.open(url, '_blank', 'noopener')
}
