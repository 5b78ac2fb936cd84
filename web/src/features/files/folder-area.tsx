import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { type MouseEvent, type ReactElement, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { dropIntoOpenFolder } from '../../lib/drop-target.ts'
import { LabelFilterContext } from '../../lib/label-filter.ts'
import { usePhone } from '../../lib/media-query.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { announce } from '../../ui/announcer.tsx'
import { useContextMenu } from '../../ui/context-menu.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import type { MenuAnchor } from '../../ui/overlay-props.ts'
import { isSelected } from '../../ui/selection.ts'
import { useHiddenColumns } from '../../ui/table/columns.ts'
import type { MenuRequest } from '../../ui/table/table.tsx'
import { folderMenu, itemMenu } from './actions.ts'
import { fileColumns, HIDDEN_AT_FIRST, isFolder } from './columns.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FolderList } from './folder-list.tsx'
import { isFiltered } from './folder-query.ts'
import { savedViewState, saveViewState } from './history-state.ts'
import {
  AddButton,
  DetailsPanel,
  DropOverlay,
  PhoneSubBar,
  preloadParts,
  SelectionBar,
} from './lazy-parts.ts'
import type { ItemLayout } from './marquee.ts'
import { MarqueeFrame } from './marquee-frame.tsx'
import { PageHead } from './page-head.tsx'
import { sortGroups } from './sort-menu.tsx'
import { StatusLine } from './status-line.tsx'
import { areaName, t } from './strings.ts'
import {
  type FolderArea as Area,
  actionTargets,
  type FolderAreaProps,
  useFolderArea,
} from './use-folder-area.ts'
import { useFolderKeys } from './use-folder-keys.ts'
import { useListPointer } from './use-list-pointer.ts'
import { useOsDrop } from './use-os-drop.ts'

/** An open folder: head, filter or selection bar, rows, status line, details panel. */
export function FolderArea(props: FolderAreaProps & { autoFocus: boolean }): ReactElement {
  const area = useFolderArea(props)
  const { settings, selection, count, target, abilities } = area
  const phone = usePhone()
  const main = useRef<HTMLDivElement>(null)
  const { path, extras: { Notice } = {} } = area
  const title = path?.at(-1)?.instanceName ?? areaName(props.area)
  usePageTitle(title)
  const columns = useHiddenColumns('files', COLUMNS, HIDDEN_AT_FIRST)
  const columnsMenu = [[{ name: 'columns', label: t('columns'), children: columns.menu }]]
  const { menu, onMenu } = useMenus(area, columnsMenu[0] ?? [])
  const pointer = useListPointer({
    rows: area.rows,
    selection,
    chosen: area.targets.items,
    list: () => listLayout(area),
    drag: {
      rootId: props.area === 'personal' ? path?.[0]?.instanceId : undefined,
      openFolder: props.onOpenFolder,
    },
  })
  const osDrop = useOsDrop(abilities.canUpload ? target : undefined)
  const onKeyDown = useFolderKeys(area, main)
  useEntryMemory(area, props.autoFocus)
  useEffect(preloadParts, [])
  useAnnouncedFolder(area, props.autoFocus)
  useTopOnNewOrder(area)
  const beside = (event: MouseEvent) => {
    const on = event.target as Element
    if (event.defaultPrevented || on.closest('[role=grid], button, input, a')) return
    event.preventDefault()
    onMenu({ row: undefined, keys: [], anchor: { x: event.clientX, y: event.clientY } })
  }
  // The row now at the place of a removed selection is not selected.
  const fallen = count === 0 && selection.state.fallen
  const selecting = count > 0 && area.editing.editing?.kind !== 'rename'
  return (
    <LabelFilterContext value={area.setLabel}>
      <div ref={main} {...osDrop.handlers} className="relative flex min-w-0 flex-1 flex-col">
        {phone ? <h1 className="sr-only">{title}</h1> : <PageHead area={area} />}
        {selecting && phone ? (
          <Suspense fallback={<div className="h-11 shrink-0 bg-accent-soft" />}>
            <SelectionBar area={area} />
          </Suspense>
        ) : phone ? (
          <Suspense fallback={<div className="h-11 shrink-0 border-b border-line" />}>
            <PhoneSubBar area={area} />
          </Suspense>
        ) : (
          <FilterBar
            area={area}
            columnsMenu={settings.view === 'list' ? columnsMenu : []}
            selecting={selecting}
          />
        )}
        {Notice && area.head && (
          <Suspense>
            <Notice folder={area.head.parent} />
          </Suspense>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the keyboard's way to all of it */}
        <div
          {...(target && dropIntoOpenFolder(target.instanceId, target.instanceName))}
          onPointerDown={pointer.onPointerDown}
          onContextMenu={beside}
          className="relative flex min-h-0 flex-1 flex-col"
        >
          <FolderList area={area} hiddenColumns={columns.hidden} onMenu={onMenu} onKeyDown={onKeyDown} />
          <Suspense>{osDrop.drop && <DropOverlay drop={osDrop.drop} />}</Suspense>
          {pointer.frame && <MarqueeFrame box={pointer.frame} />}
        </div>
        {!phone && <StatusLine area={area} />}
        {phone && abilities.canUpload && !selecting && (
          <Suspense>
            <AddButton onPress={(button) => menu.open(addSheet(area, button))} />
          </Suspense>
        )}
        {menu.element}
      </div>
      <Suspense>
        {area.details.open && (
          <DetailsPanel
            {...(fallen ? NOTHING : area.targets)}
            tab={props.tab}
            onClose={() => closePanel(area)}
          />
        )}
      </Suspense>
    </LabelFilterContext>
  )
}

const NOTHING = { items: [], count: 0 } as const
const COLUMNS = fileColumns(() => null, '')

function closePanel(area: Area): void {
  area.details.show(false)
  area.focusList()
}

const addSheet = ({ onFolder }: Area, anchor: MenuAnchor) => ({
  anchor,
  label: t('add'),
  groups: [
    [onFolder.newFolder],
    [onFolder.newDocument, onFolder.newSheet, onFolder.newSlides, onFolder.newText, onFolder.newMarkdown],
    [onFolder.uploadFiles, onFolder.uploadFolder, onFolder.importOld],
    [onFolder.paste],
  ],
})

/** Context menus of rows and of the space beside them. */
function useMenus(area: Area, columnsMenu: readonly { name: string; label: string }[]) {
  const menu = useContextMenu()
  const { selection, count, chosen, targets, target, settings, actionsOn, onFolder } = area
  const onMenu = ({ row, anchor }: MenuRequest<Instance>) => {
    if (!row) {
      const arrange = [{ name: 'sort', label: t('sortBy'), children: sortGroups(settings) }, ...columnsMenu]
      menu.open({
        anchor,
        groups: folderMenu(onFolder, arrange),
        label: t('menuOfFolder'),
        header: target && <SheetHead item={{ instanceName: target.instanceName, folder: true }} />,
      })
      return
    }
    const inside = isSelected(selection.state, row.instanceId)
    const on = inside ? actionTargets(chosen, count, row, targets.all) : actionTargets([row], 1, row)
    menu.open({
      anchor,
      groups: itemMenu(actionsOn(on)),
      label: on.count === 1 ? t('menuOf', { name: row.instanceName }) : t('menuOfMany', { count: on.count }),
      header: <SheetHead item={{ ...row, folder: isFolder(row) }} />,
    })
  }
  return { menu, onMenu }
}

interface HeadItem {
  instanceName: string
  folder: boolean
  fileType?: string
  fileSize?: number
  updateUser?: string
}

/** Head of the bottom sheet on phones. */
const SheetHead = ({ item }: { item: HeadItem }): ReactElement => (
  <div className="flex items-center gap-3">
    <FileIcon ext={item.fileType} folder={item.folder} size={30} />
    <div className="min-w-0">
      <p className="truncate text-section font-semibold">{item.instanceName}</p>
      {item.updateUser && (
        <p className="tabular text-caption text-mut">
          {item.folder ? item.updateUser : `${formatSize(item.fileSize)} · ${item.updateUser}`}
        </p>
      )}
    </div>
  </div>
)

/** Layout of the list's items, for the marquee. */
function listLayout({ list, rows }: Area): { element: HTMLElement; layout: ItemLayout } | undefined {
  const handle = list.current
  if (!handle?.element) return undefined
  const layout: ItemLayout = handle.layout ?? {
    count: rows.length,
    across: 1,
    itemWidth: handle.element.clientWidth,
    itemHeight: handle.rowHeight,
    gap: 0,
    left: 0,
    top: handle.headHeight,
  }
  return { element: handle.element, layout }
}

/** Announces the opened folder during keyboard navigation, as the focus stays on the list. */
function useAnnouncedFolder({ head, view }: Area, moved: boolean): void {
  const said = useRef(!moved)
  useEffect(() => {
    if (!head || said.current || isFiltered(view)) return
    said.current = true
    announce(`${t('folderOpened', { name: head.parent.instanceName })} ${t('items', { count: head.total })}`)
  }, [head, view])
}

/** Scrolls to the top when order or filter change. */
function useTopOnNewOrder({ view, list }: Area): void {
  const order = [view.orderBy, view.orderType, view.keyword, view.label].join(' ')
  const before = useRef(order)
  useEffect(() => {
    if (before.current === order) return
    before.current = order
    list.current?.element?.scrollTo({ top: 0 })
  }, [order, list])
}

/** Restores scroll position, selection and focus of a history entry. */
function useEntryMemory(area: Area, autoFocus: boolean): void {
  const { entryKey, list, selection, folder } = area
  const state = useRef(selection.state)
  const scrolled = useRef(savedViewState(entryKey)?.scrollTop ?? 0)
  useEffect(() => {
    state.current = selection.state
  })
  const ready = folder.rows !== undefined
  useLayoutEffect(() => {
    const element = list.current?.element
    if (!ready || !element) return
    if (scrolled.current > 0) element.scrollTop = scrolled.current
    return () => {
      scrolled.current = element.scrollTop
    }
  }, [ready, list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the folder is opened
  useLayoutEffect(() => {
    if (autoFocus) list.current?.focus()
  }, [])
  useEffect(
    () => () => saveViewState(entryKey, { scrollTop: scrolled.current, selection: state.current }),
    [entryKey],
  )
}
