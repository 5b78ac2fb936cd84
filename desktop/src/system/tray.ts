/** The client's icon in the panel of the system, with a menu. */

export type TrayState = 'idle' | 'transferring' | 'paused' | 'error' | 'signedOut'

export type TrayCommand = 'open' | 'pause' | 'resume' | 'downloads' | 'quit'

export interface TrayItem {
  readonly command: TrayCommand
  readonly label: string
  readonly isEnabled: boolean
}

export interface TrayView {
  readonly state: TrayState
  /** Shown beside the icon when the pointer is on it. */
  readonly text: string
  readonly items: readonly TrayItem[]
}

export interface Tray {
  /** Whether a panel shows it now. */
  readonly isShown: boolean
  show(view: TrayView): void
  close(): Promise<void>
}

export type OpenTray = (view: TrayView, onCommand: (command: TrayCommand) => void) => Promise<Tray>
