import type { DesktopMessage } from '@clouddisk/contract/desktop'
import type { Language } from '@clouddisk/contract/errors'

/**
 * The window that shows the drive's page. Chromium in app mode stands behind it (chromium-window.ts); a web view of the
 * system or Electron could, where they can be had.
 */
export interface DesktopWindow {
  /** Ends when the person has closed the window, or the browser has died. */
  readonly closed: Promise<void>
  /** To an address of the server. */
  open(url: string): Promise<void>
  /** Says something to the page; dropped while it shows another origin. */
  post(message: DesktopMessage): void
  /** Runs a script in the page and answers what it comes to. @throws what it throws. */
  evaluate(script: string): Promise<unknown>
  /** Value of a cookie of the server, also of those that scripts cannot read; null if there is none. */
  cookie(name: string): Promise<string | null>
  /** As if the person chose these files in the page's input. */
  chooseFiles(selector: string, paths: readonly string[]): Promise<void>
  /** In front of other windows. */
  raise(): Promise<void>
  close(): Promise<void>
}

/** A call of the server's own page, not checked yet. */
export interface PageCall {
  readonly method: string
  readonly input: unknown
  /** Paths of the files handed over with it, by number; '' for one that is not on the disk. */
  files(): Promise<string[]>
}

export interface WindowOptions {
  /** Of the configured server: the bridge exists for it alone. */
  readonly origin: string
  /** Opened first. */
  readonly url: string
  /** The browser's own files: cookies, cache. */
  readonly profileFolder: string
  readonly language: Language
  /** Set at the server’s address before the page is opened: the session that was kept. */
  readonly cookie?: { readonly name: string; readonly value: string } | null
  /** Name and version of the client, as in a user agent. */
  readonly product: string
  /** For the page, before its scripts run. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Ends the opening: the server may take its time. */
  readonly signal?: AbortSignal
  /** Answers a call; what it throws is the page's error, by its message. */
  onCall(call: PageCall): Promise<unknown>
  /** An address of another origin that the page opens in a new window. */
  openExternal(url: string): void
}

export type OpenWindow = (options: WindowOptions) => Promise<DesktopWindow>
