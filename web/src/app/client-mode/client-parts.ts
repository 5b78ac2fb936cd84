import type { User } from '@clouddisk/contract/accounts'
import type { ComponentType } from 'react'
import { createStore } from '../../lib/store.ts'
import type { MenuEntry } from '../shell/menu-entries.ts'

/** What the shell has in the desktop client alone, in place of its header (A§1, R5). */
export interface ClientParts {
  /** The menu's entries with those of the client. A hook: they follow the settings. */
  readonly useMenu: (entries: readonly MenuEntry[]) => readonly MenuEntry[]
  /** Below the menu: free space, and what the header has in a browser. */
  readonly MenuFoot: ComponentType<ClientFootProps>
  /** Beside every page, in place of the page’s own transfers. */
  readonly UploadQuestions: ComponentType
}

export interface ClientFootProps {
  readonly user: User
  /** Icons only. */
  readonly rail: boolean
  /** Below the administration's menu, which has no search of files and no tour. */
  readonly administration?: boolean
}

/** Set before the page is drawn, if the client shows it. */
export const clientParts = createStore<ClientParts | undefined>(undefined)
