import type { ReactElement } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { FileSearchPage } from '../search/search-results.tsx'
import { ownerFromSearch } from './data.ts'
import { OwnerFiles } from './owner-files.tsx'
import { Owners } from './owners.tsx'

/** Files of people, groups and departments, for who may look at them (B§2 "file management", R227). */
export function BrowseFilesPage({ address }: AdminPageProps): ReactElement {
  const owner = ownerFromSearch(address.search)
  if (!owner && address.search.among) return <FileSearchPage address={address} />
  return owner ? (
    <OwnerFiles key={`${owner.type} ${owner.id}`} owner={owner} address={address} />
  ) : (
    <Owners address={address} />
  )
}
