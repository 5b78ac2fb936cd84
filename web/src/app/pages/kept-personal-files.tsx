import { useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { Activity, type ReactElement, Suspense, useCallback, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { createStore } from '../../ui/external-store.ts'
import { Waiting } from '../../ui/skeleton.tsx'
import { entryOf } from '../over.ts'
import { PageBoundary } from '../page-boundary.tsx'
import { type FilesEntry, nextEntry } from './files-entry.ts'

const FilesPage = lazyPart(
  () => import('../../features/files/files-page.tsx'),
  (part) => part.FilesPage,
)

/** The folder that was left, for the menu to lead back to. */
export const leftFolder = createStore<string | undefined>(undefined)

interface Kept {
  readonly entry: FilesEntry | undefined
  readonly inFront: boolean
}

/** The personal files, kept alive while another page is in front (A§2): folder, scroll and selection stay. */
export function KeptPersonalFiles(): ReactElement | null {
  const inFront = useMatch({ from: '/signed-in/personalFile', shouldThrow: false }) !== undefined
  const { pathname, search, state } = useLocation()
  const [visits] = useState(() => new Map<string, string>())
  const [kept, setKept] = useState<Kept>({ entry: undefined, inFront: false })
  // The address is ahead of what is shown: while another page is on its way, this one stays as it is.
  const here = inFront && pathname === '/personalFile'
  const entry = here ? nextEntry(kept.entry, search, entryOf(state), !kept.inFront, visits) : kept.entry
  if (entry !== kept.entry || inFront !== kept.inFront) setKept({ entry, inFront })
  const openFolder = useOpenFolder()
  useEffect(() => leftFolder.set(entry?.folder), [entry?.folder])
  if (!entry) return null
  return (
    <Activity mode={inFront ? 'visible' : 'hidden'}>
      <div className="absolute inset-0">
        <PageBoundary inside>
          <Suspense fallback={<Waiting />}>
            <FilesPage
              folderId={entry.folder ?? '0'}
              select={entry.select}
              entryKey={entry.entryKey}
              onOpenFolder={openFolder}
            />
          </Suspense>
        </PageBoundary>
      </div>
    </Activity>
  )
}

/** "0", the root, needs no folder in the address. */
function useOpenFolder(): (folderId: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (folderId) => {
      const search = folderId === '0' ? {} : { folder: folderId }
      void navigate({ to: '/personalFile', search })
    },
    [navigate],
  )
}
