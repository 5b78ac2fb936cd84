import type { Instance } from '@clouddisk/contract/files'
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import {
  Activity,
  type ComponentType,
  type ReactElement,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { FolderExtras } from '../../features/files/use-folder-area.ts'
import type { FilesArea } from '../../lib/extension-points.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { createStore } from '../../lib/store.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { ADDRESS, areaOfItem, folderSearch } from '../addresses.ts'
import { pageEntryKey } from '../overlay-entry.ts'
import { PageBoundary } from '../page-boundary.tsx'
import { type FilesEntry, nextFilesEntry } from './files-entry.ts'
import { loadFilesPage } from './first-files.ts'

const FilesPage = lazyPart(loadFilesPage, 'FilesPage')

/** The last folder of each area, to which the menu returns. */
export const lastFolders = createStore<Partial<Record<FilesArea, string | undefined>>>({})

export interface KeepAliveFilesProps {
  area: FilesArea
  /** Shown while no folder is open; the personal area opens its root instead. */
  Top?: ComponentType<FilesEntry> | undefined
  extras?: FolderExtras | undefined
}

interface AliveEntry {
  readonly entry: FilesEntry | undefined
  readonly inFront: boolean
}

/** One area's files, kept alive while another page is in front (A§2): keeps folder, scroll and selection. */
export function KeepAliveFiles({ area, Top, extras }: KeepAliveFilesProps): ReactElement | null {
  const address = ADDRESS[area]
  const inFront = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === `/signed-in${address}`),
  })
  const { pathname, search, state } = useLocation()
  const [visits] = useState(() => new Map<string, string>())
  const [kept, setKept] = useState<AliveEntry>({ entry: undefined, inFront: false })
  // While another page is loading, the address is ahead of the view; keep this one unchanged.
  const here = inFront && pathname === address
  const entry = here
    ? nextFilesEntry(kept.entry, search, pageEntryKey(state), !kept.inFront, visits)
    : kept.entry
  if (entry !== kept.entry || inFront !== kept.inFront) setKept({ entry, inFront })
  const openFolder = useOpenFolder(area)
  const misplaced = useRef<string>(undefined)
  const onHead = useRightArea(area, entry, misplaced)
  const folder = entry?.folder
  useEffect(() => leave(area, folder === misplaced.current ? undefined : folder), [area, folder])
  if (!entry) return null
  return (
    <Activity mode={inFront ? 'visible' : 'hidden'}>
      <div className="absolute inset-0">
        <PageBoundary inside>
          <Suspense fallback={<Loading />}>
            {Top && folder === undefined ? (
              <Top {...entry} />
            ) : (
              <FilesPage
                area={area}
                extras={extras}
                folderId={folder ?? '0'}
                select={entry.select}
                tab={entry.tab}
                entryKey={entry.entryKey}
                onOpenFolder={openFolder}
                onHead={onHead}
              />
            )}
          </Suspense>
        </PageBoundary>
      </div>
    </Activity>
  )
}

const leave = (area: FilesArea, folder: string | undefined) =>
  lastFolders.set({ ...lastFolders.get(), [area]: folder })

/** "0", the area's root, is written without a folder in the address. */
function useOpenFolder(area: FilesArea): (folderId: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (folderId) => void navigate({ to: ADDRESS[area], search: folderSearch(folderId) }),
    [area, navigate],
  )
}

/** A folder requested by id alone is shown in its own area and is not stored as this area's last folder. */
function useRightArea(
  area: FilesArea,
  entry: FilesEntry | undefined,
  misplaced: RefObject<string | undefined>,
): (folder: Instance) => void {
  const navigate = useNavigate()
  const { folder, select, tab } = entry ?? {}
  return useCallback(
    (head) => {
      const to = ADDRESS[areaOfItem(head)]
      if (folder === undefined || to === ADDRESS[area]) return
      misplaced.current = folder
      leave(area, undefined)
      void navigate({ to, search: folderSearch(folder, select, tab), replace: true })
    },
    [area, folder, select, tab, navigate, misplaced],
  )
}
