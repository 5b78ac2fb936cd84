import type { Client } from '@clouddisk/client/http/call'
import type { DesktopMessage } from '@clouddisk/contract/desktop'
import type { Language } from '@clouddisk/contract/errors'
import type { Session } from '../sign-in/session.ts'
import type { Transfers } from '../transfers/transfers.ts'

/** What the helper uses of the client. */
export interface HelperWork {
  /** After so long without a message a page's connection is closed. */
  readonly silentMs: number
  /** Of the client's server. */
  readonly origin: string
  readonly client: Client
  readonly session: () => Session | null
  readonly transfers: Pick<Transfers, 'answers' | 'addDownloads' | 'limits' | 'counts' | 'uploadRecords'>
  /** The folder for downloads: as set, or the one that the person chooses now; null if they cancel. */
  readonly downloadFolder: (language: Language) => Promise<string | null>
  readonly chooseFiles: (language: Language) => Promise<string[] | null>
  readonly chooseFolder: (language: Language) => Promise<string | null>
  /** Calls back with what the client also tells its own page. */
  readonly onMessage: (listener: (message: DesktopMessage) => void) => () => void
}
