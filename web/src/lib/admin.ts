import type { AdminArea } from '@clouddisk/contract/admin-areas'
import { createContext } from 'react'

/**
 * Whether the reader has all people, not those of some departments alone: only then may somebody be in no department,
 * or a department at the top.
 */
export const AllPeople = createContext(true)

/** What a page of the administration is given by whoever opens it. */
export interface AdminPageProps {
  /** Whether its reader may change what it shows (G10). */
  readonly change: boolean
  /** Whether its reader may read in another area too. */
  readonly sees: (area: AdminArea) => boolean
  readonly address: AdminAddress
}

/** Where in the administration one is, below the page's own address. */
export interface AdminAddress {
  /** Such as a role's id; empty at the page itself. */
  readonly rest: string
  /** What narrows the page. */
  readonly search: Readonly<Record<string, string>>
  /** Opens another place of the same page. */
  go(rest: string): void
  /** Opens a page of the administration, this one or another, narrowed so: a new entry of the history. */
  visit(path: string, search: Readonly<Record<string, string | undefined>>): void
  /** Keeps what narrows the page in the address; what is undefined goes. No new entry of the history. */
  narrow(search: Readonly<Record<string, string | undefined>>): void
}
