/** Notifications that the system shows. */

export interface Notice {
  readonly title: string
  readonly text: string
  /** Page of the drive that a click opens; undefined: the window as it is. */
  readonly path?: string | undefined
}

export interface Notifier {
  show(notice: Notice): Promise<void>
  close(): void
}

export type OpenNotifier = (onOpen: (path: string | undefined) => void) => Promise<Notifier>
