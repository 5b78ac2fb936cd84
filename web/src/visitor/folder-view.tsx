import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Download, FolderInput, Info, LayoutGrid, List } from 'lucide-react'
import { type ReactElement, Suspense, useEffect, useRef } from 'react'
import { fetchWhenIdle, lazyPart } from '../lib/lazy-part.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { Breadcrumb, type Crumb } from '../ui/breadcrumb.tsx'
import { Button } from '../ui/button.tsx'
import { FileIcon } from '../ui/file-icon.tsx'
import { KeywordField } from '../ui/keyword-field.tsx'
import { SegmentedControl } from '../ui/segmented.tsx'
import { openFolder, searchFor, usePlace } from './address.ts'
import {
  checkAgain,
  type LinkAttribute,
  type LinkList,
  type LinkPage,
  listQuery,
  searchQuery,
} from './calls.ts'
import { useDownload } from './download.ts'
import type { Downloadable } from './downloadable.ts'
import { FolderList } from './folder-list.tsx'
import { stateByError } from './link-state.ts'
import { Optional } from './optional.tsx'
import { save, useSavePending } from './save/save-host.tsx'
import { t } from './strings.ts'
import { useChosen } from './use-chosen.ts'
import { changeViewMode, useViewMode } from './view-mode.ts'

export interface FolderViewProps {
  attribute: LinkAttribute
  /** What the link opens. */
  root: LinkPage
}

interface FolderProps {
  folder: string | undefined
  root: LinkPage
  perms: LinkAttribute['perms']
}

/** What a link opens, and the folders below. */
export function FolderView({ attribute, root }: FolderViewProps): ReactElement {
  const { folder } = usePlace()
  useSavePending()
  const card = useRef<HTMLDivElement>(null)
  const shown = useRef(folder)
  useEffect(() => {
    if (shown.current === folder) return
    shown.current = folder
    // What was pressed is gone with the folder before.
    card.current?.focus()
  }, [folder])
  const { perms } = attribute
  const title = root.path[0]?.instanceName ?? t('allFiles')
  // Below, the open folder is the page's heading.
  const Title = folder === undefined ? 'h1' : 'p'
  return (
    <div className="mx-auto flex w-full max-w-[1080px] flex-col gap-5 px-6 py-7 max-md:gap-0 max-md:px-0 max-md:py-0">
      <div className="flex items-center gap-4 max-md:gap-3 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3">
        <FileIcon folder mark="link" size={44} />
        <div className="min-w-0">
          <Title className="truncate text-visitor font-semibold max-md:text-section" title={title}>
            {title}
          </Title>
          <p className="text-secondary text-mut">{t('sharedBy', { owner: attribute.ownerName })}</p>
        </div>
      </div>
      <div
        ref={card}
        tabIndex={-1}
        className="min-w-0 rounded-l border border-line bg-bg outline-none max-md:rounded-none max-md:border-0"
      >
        <Folder key={folder ?? ''} folder={folder} root={root} perms={perms} />
        {!perms.includes('download') && !perms.includes('upload') && (
          <p className="m-5 flex gap-2.5 rounded-m border border-info-line bg-info-soft px-3.5 py-2.5 text-secondary text-info">
            <Info size={17} aria-hidden className="mt-0.5" />
            {t('viewOnly')}
          </p>
        )}
      </div>
    </div>
  )
}

const loadBar = () => import('./chosen-bar.tsx')
const ChosenBar = lazyPart(loadBar, 'ChosenBar')
const loadUpload = () => import('./upload/upload-area.tsx')
const UploadArea = lazyPart(loadUpload, 'UploadArea')

function Folder({ folder, root, perms }: FolderProps): ReactElement {
  const mayDownload = perms.includes('download')
  const maySave = perms.includes('save')
  // Sees what this visit added alone.
  const writeOnly = perms.includes('upload')
  const mayUpload = writeOnly || perms.includes('modify')
  const { keyword } = usePlace()
  const mode = useViewMode()
  const whole = useInfiniteQuery(listQuery(folder))
  const found = useInfiniteQuery({
    ...searchQuery(folder, keyword),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const list: LinkList = keyword === '' ? whole : found
  const page = whole.data?.pages[0]
  const { error } = list
  useEffect(() => {
    // The whole page says what became of the link.
    if (stateByError(error)) void checkAgain()
  }, [error])
  useEffect(() => fetchWhenIdle(loadBar), [])
  useEffect(() => (mayUpload ? fetchWhenIdle(loadUpload) : undefined), [mayUpload])
  const { items, total, selection, count, chosen, loadChosen } = useChosen(list)
  const { busy, start } = useDownload()
  const crumbs = crumbsOf(root, page ?? root)
  const target = mayUpload ? (page ?? root).path.at(-1) : undefined
  const nothingYet = target !== undefined && writeOnly && page?.total === 0 && keyword === ''
  usePageTitle(crumbs.at(-1)?.name ?? '')
  const hasActions = (mayDownload || maySave) && total > 0 && keyword === ''
  // A phone has room for one line of them: the count with words, or the path with icons, or what is chosen.
  const onPhone = count > 0 ? 'max-md:hidden' : folder === undefined ? 'max-md:px-2.5!' : ''
  const words = folder === undefined ? '' : 'max-md:hidden'
  const where =
    folder === undefined ? (
      <p className="flex-1 px-1.5 text-secondary text-mut">{list.data && t('items', { count: total })}</p>
    ) : (
      <Breadcrumb crumbs={crumbs} onOpen={(id) => openFolder(id === crumbs[0]?.id ? undefined : id)} />
    )
  return (
    <>
      <div
        hidden={nothingYet && folder === undefined}
        className="sticky top-0 z-10 flex min-h-[60px] items-center gap-3 rounded-t-l border-b border-line bg-bg px-4 py-2 max-md:flex-wrap max-md:gap-y-2 [&[hidden]]:hidden"
      >
        <div
          className={`flex min-w-0 flex-1 items-center max-md:min-h-11 ${count > 0 || !hasActions ? 'max-md:basis-full' : ''}`}
        >
          {count > 0 ? (
            <Optional fallback={where}>
              <Suspense fallback={where}>
                <ChosenBar
                  items={chosen}
                  count={count}
                  total={total}
                  all={loadChosen}
                  download={start}
                  onAll={() => selection.send({ type: 'all' })}
                  onClear={() => selection.send({ type: 'clear' })}
                />
              </Suspense>
            </Optional>
          ) : (
            where
          )}
        </div>
        {!writeOnly && (
          <KeywordField
            value={keyword}
            label={t(folder === undefined ? 'search' : 'searchFolder')}
            className="md:w-[240px]! max-md:order-1 max-md:grow max-md:basis-[calc(100%-110px)]"
            onSettled={searchFor}
          />
        )}
        {keyword === '' && !writeOnly && (
          <span className="max-md:order-1">
            <SegmentedControl
              label={t('view')}
              value={mode}
              onChange={changeViewMode}
              options={[
                { value: 'list', label: t('listView'), icon: List },
                { value: 'tiles', label: t('tilesView'), icon: LayoutGrid },
              ]}
            />
          </span>
        )}
        {maySave && total > 0 && keyword === '' && (
          <Button
            icon={FolderInput}
            aria-label={t('save')}
            className={onPhone}
            onClick={() => save(wholeOf(page ?? root))}
          >
            <span className={words}>{t('save')}</span>
          </Button>
        )}
        {mayDownload && total > 0 && keyword === '' && (
          <Button
            icon={Download}
            busy={busy}
            aria-label={t('downloadAll')}
            className={onPhone}
            onClick={() => void start(wholeOf(page ?? root))}
          >
            <span className={words}>{t('downloadAll')}</span>
          </Button>
        )}
      </div>
      {target && (
        <Optional>
          <Suspense>
            <UploadArea target={target} writeOnly={writeOnly} />
          </Suspense>
        </Optional>
      )}
      {!nothingYet && (
        <FolderList list={list} items={items} selection={selection} rootId={root.path[0]?.instanceId} />
      )}
    </>
  )
}

/** The open folder itself, or all that the link opens. */
function wholeOf({ path, list }: LinkPage): readonly Downloadable[] {
  const folder = path.at(-1)
  return folder ? [{ ...folder, classifierId: 'Folder', fileSize: 0 }] : list
}

/** A link to several items begins with all of them, one to a folder with that folder. */
function crumbsOf(root: LinkPage, { path }: LinkPage): Crumb[] {
  const crumbs = path.map(({ instanceId, instanceName }) => ({ id: instanceId, name: instanceName }))
  return root.path.length > 0 ? crumbs : [{ id: '', name: t('allFiles') }, ...crumbs]
}
