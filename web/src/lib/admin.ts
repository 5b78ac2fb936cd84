import type { AdminArea } from '@clouddisk/contract/admin-areas'
import { createContext } from 'react'

/**
 * Whether the administrator's scope is all people. Only then can a person have no department, or a department
 * be at the top.
 */
export const AllPeople = createContext(true)

/** Props of every administration page. */
export interface AdminPageProps {
  /** Whether the administrator may change what the page shows (G10). */
  readonly change: boolean
  /** Whether the administrator may read another area. */
  readonly sees: (area: AdminArea) => boolean
  readonly address: AdminAddress
}

/** The current address below the administration page's own. */
export interface AdminAddress {
  /** Such as a role's id; empty at the page itself. */
  readonly rest: string
  /** The page's filters. */
  readonly search: Readonly<Record<string, string>>
  /** Opens another address of the same page. */
  go(rest: string): void
  /** Opens an administration page with these filters; adds a history entry. */
  visit(path: string, search: Readonly<Record<string, string | undefined>>): void
  /** Writes filters into the address, removing undefined ones; adds no history entry. */
  narrow(search: Readonly<Record<string, string | undefined>>): void
}
