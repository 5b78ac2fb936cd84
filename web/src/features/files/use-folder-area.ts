import type { Crumb, Instance } from '@clouddisk/contract/files'
import { type ComponentType, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { canImport } from '../../lib/can-import.ts'
import { canSync } from '../../lib/can-sync.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { extensionFor, type FilesArea, type FolderTarget } from '../../lib/extension-points.ts'
import { usePhone } from '../../lib/media-query.ts'
import { onlineTypes } from '../../lib/online.ts'
import { announce } from '../../ui/announcer.tsx'
import { isSelected, type SelectionEvent, selectedCount } from '../../ui/selection.ts'
import { type SelectionControl, useSelection } from '../../ui/use-selection.ts'
import { type FileTargets, folderActions, itemActions, type ListCommands } from './actions.ts'
import { useClipboard } from './clipboard.ts'
import { isFolder } from './columns.tsx'
import { everyRow, type FolderView, findRow } from './folder-query.ts'
import { savedViewState } from './history-state.ts'
import { knownPath, rememberFolder, rememberPath } from './known-paths.ts'
import { useDetails, useFilesSettings } from './settings.ts'
import { hasHoles } from './sparse-rows.ts'
import { areaName, t } from './strings.ts'
import type { ListHandle } from './tiles.tsx'
import { draftFolder, NEW_FOLDER_ID, useEditing } from './use-editing.ts'
import { useFolderRows } from './use-folder-rows.ts'

/** Components that an area adds to its folders. */
export interface FolderExtras {
  /** In the head, before the view buttons. */
  readonly Tools?: ComponentType<{ folder: Instance }> | undefined
  /** Above the rows: a notice about the whole folder. */
  readonly Notice?: ComponentType<{ folder: Instance }> | undefined
}

export interface FolderAreaProps {
  readonly area: FilesArea
  readonly extras?: FolderExtras | undefined
  /** From the address; "0" is the caller's own root, in the personal area. */
  readonly folderId: string
  /** An item to select and scroll to. */
  readonly select?: string | undefined
  /** The tab of its details to open. */
  readonly tab?: string | undefined
  /** The history entry whose scroll and selection are restored. */
  readonly entryKey: string
  /** "0" is the area's root. */
  readonly onOpenFolder: (folderId: string) => void
  /** Called with the folder from the server. */
  readonly onHead?: ((folder: Instance) => void) | undefined
}

/** State and actions shared by the parts of an open folder. */
export function useFolderArea(props: FolderAreaProps) {
  const { area, folderId, entryKey, onOpenFolder, onHead } = props
  const settings = useFilesSettings(folderId)
  const [filter, setFilter] = useState('')
  const keyword = useDebounced(filter.trim())
  const [label, setLabel] = useState('')
  const { column: orderBy, direction: orderType } = settings.sort
  const view: FolderView = useMemo(
    () => ({ folderId, orderBy, orderType, keyword, label }),
    [folderId, orderBy, orderType, keyword, label],
  )
  const folder = useFolderRows(view)
  const { head } = folder
  const list = useRef<ListHandle>(null)
  const [requested, setRequested] = useState(props.select)
  const focusList = useCallback(() => list.current?.focus(), [])
  useEffect(() => {
    if (!head) return
    rememberPath(folderId, head.path)
    onHead?.(head.parent)
  }, [folderId, head, onHead])
  const path = useMemo(() => withHome(area, head?.path ?? knownPath(folderId)), [area, folderId, head])

  const loaded = folder.rows ?? NO_ROWS
  const editing = useEditing({
    rows: loaded,
    parent: head?.parent,
    focusList,
    onCreated: (created) => setRequested(created.instanceId),
  })
  const isNew = editing.editing?.kind === 'new'
  const rows = useMemo(
    () => (isNew && head ? [draftFolder(head.parent), ...loaded] : loaded),
    [isNew, head, loaded],
  )
  const keys = useMemo(() => rows.map((row) => row?.instanceId), [rows])
  const selection = useRangeLoading(
    useSelection(keys, savedViewState(entryKey)?.selection),
    rows,
    folder.load,
  )
  const { state, send } = selection
  const count = selectedCount(state, loaded.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a selection being made matters
  useEffect(() => {
    if (count > 0) editing.dropUntouched()
  }, [count])
  useEffect(() => {
    if (count > 0) announce(t('selectedItems', { count }))
  }, [count])
  // "Select all" applies to the list as it was then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another filter matters
  useEffect(() => {
    if (state.inverse) send({ type: 'clear' })
  }, [keyword, label])
  const details = useDetails()
  useRequestedItem(requested, setRequested, {
    view,
    keys,
    selection,
    list,
    ready: folder.rows !== undefined,
    showDetails: requested === props.select && props.tab ? details.show : undefined,
  })

  const chosen = useMemo(
    () =>
      count === 0
        ? NO_ROWS
        : rows.filter((row): row is Instance => row !== undefined && isSelected(state, row.instanceId)),
    [rows, state, count],
  )
  const cursorRow = rows[state.cursorIndex]
  const targets: FileTargets = useMemo(
    () => actionTargets(chosen, count, cursorRow, state.inverse ? () => allOf(view, state) : undefined),
    [chosen, count, cursorRow, view, state],
  )

  const target: FolderTarget | undefined = useMemo(
    () =>
      head && {
        instanceId: head.parent.instanceId,
        instanceName: head.parent.instanceName,
        path: withHome(area, head.path)?.map((crumb) => crumb.instanceName) ?? [],
        ...(head.parent.groupId !== null && { groupId: head.parent.groupId }),
        ...(area === 'share' && { received: true }),
      },
    [area, head],
  )
  const openFolder = useCallback(
    (item: { instanceId: string; instanceName: string }) => {
      rememberFolder(folderId, item)
      onOpenFolder(item.instanceId)
    },
    [folderId, onOpenFolder],
  )
  const open = useCallback(
    (item: Instance) => {
      if (item.instanceId === NEW_FOLDER_ID) return
      if (isFolder(item)) openFolder(item)
      else openFile(item, rows, view)
    },
    [openFolder, rows, view],
  )
  const parentCrumb = path?.at(-2)
  const clipboard = useClipboard()
  // Actions read them.
  onlineTypes.use()
  // Before the folder is loaded, show the actions that most folders have, to avoid layout shifts.
  const canUpload = head ? head.parent.fileAuth.includes('upload') : folder.error === null
  const abilities: ListCommands = {
    open,
    rename: editing.beginRename,
    showProperties: (item) => {
      // On phones a row's menu does not select the row: the panel shows the cursor's row.
      if (item && count === 0) send({ type: 'move', index: keys.indexOf(item.instanceId) })
      details.show(true)
    },
    canPaste: clipboard !== undefined,
    canUpload,
    canImport: canImport.use() && area !== 'share',
    canSync: canSync.use(),
    newFolder: () => {
      list.current?.element?.scrollTo({ top: 0 })
      send({ type: 'clear' })
      editing.beginNew()
    },
    refresh: () => void folder.refresh(),
    selectAll: () => send({ type: 'all' }),
    openParent: parentCrumb && (() => onOpenFolder(parentCrumb.instanceId)),
  }
  return {
    ...props,
    settings,
    details,
    view,
    folder,
    head,
    path,
    rows,
    keys,
    selection,
    count,
    chosen,
    targets,
    target,
    editing,
    filter,
    setFilter,
    label,
    setLabel,
    list,
    focusList,
    open,
    parentCrumb,
    clipboard,
    abilities,
    actionsOn: (some: FileTargets) => itemActions(some, abilities),
    onFolder: folderActions(target ?? unloadedTarget(folderId), abilities),
  }
}

export type FolderArea = ReturnType<typeof useFolderArea>

/** Prepends the area's name to the path; the personal root has it as its own name. */
const withHome = (area: FilesArea, path: readonly Crumb[] | undefined): readonly Crumb[] | undefined =>
  path && (area === 'personal' ? path : [{ instanceId: '0', instanceName: areaName(area) }, ...path])

const NO_ROWS: readonly Instance[] = []

/** The target for a folder that is not loaded yet. */
function unloadedTarget(folderId: string): FolderTarget {
  const path = knownPath(folderId)?.map((crumb) => crumb.instanceName) ?? []
  return { instanceId: folderId, instanceName: path.at(-1) ?? t('unknownFolder'), path }
}

/** Targets of actions: the selection, else the cursor's row. */
export function actionTargets(
  chosen: readonly Instance[],
  count: number,
  cursorRow: Instance | undefined,
  sweep?: () => Promise<readonly Instance[]>,
): FileTargets {
  const real = chosen.filter((item) => item.instanceId !== NEW_FOLDER_ID)
  if (count > 0) return { items: real, count, all: sweep ?? (async () => real) }
  const items = cursorRow && cursorRow.instanceId !== NEW_FOLDER_ID ? [cursorRow] : []
  return { items, count: items.length, all: async () => items }
}

const allOf = async (view: FolderView, state: SelectionControl['state']) =>
  (await everyRow(view)).filter((row) => isSelected(state, row.instanceId))

/** Files beyond those that are loaded around it are loaded when the preview comes to them. */
function openFile(item: Instance, rows: readonly (Instance | undefined)[], view: FolderView): void {
  const index = rows.indexOf(item)
  const from = rows.lastIndexOf(undefined, index) + 1
  const hole = rows.indexOf(undefined, index)
  const to = hole < 0 ? rows.length : hole
  const files = rows.slice(from, to).filter((row): row is Instance => row !== undefined && !isFolder(row))
  const more = {
    before: from > 0,
    after: to < rows.length,
    load: async (edge: Instance, step: 1 | -1) =>
      (await import('./more-files.ts')).filesBeyond(view, edge, step),
  }
  const preview = extensionFor('preview')
  if (preview) preview.open(item, files, undefined, { more })
  else extensionFor('download')?.download([item])
}

/** Completes a range selection over unloaded rows once they are loaded. */
function useRangeLoading(
  selection: SelectionControl,
  rows: readonly (Instance | undefined)[],
  load: (first: number, last: number) => Promise<void>,
): SelectionControl {
  const [open, setOpen] = useState<Extract<SelectionEvent, { type: 'range' }>>()
  const { state, send } = selection
  const loading = useRef(false)
  useEffect(() => {
    if (!open) return
    if (state.cursorIndex !== open.index || state.anchorIndex < 0) return setOpen(undefined)
    if (!hasHoles(rows, state.anchorIndex, open.index)) {
      setOpen(undefined)
      send(open)
      return
    }
    if (loading.current) return
    loading.current = true
    load(state.anchorIndex, open.index).then(
      () => {
        loading.current = false
      },
      () => {
        loading.current = false
        setOpen(undefined)
      },
    )
  }, [open, state.cursorIndex, state.anchorIndex, rows, send, load])
  return useMemo(
    () => ({
      ...selection,
      send: (event) => {
        send(event)
        setOpen(event.type === 'range' ? event : undefined)
      },
    }),
    [selection, send],
  )
}

interface RequestedItemOptions {
  readonly view: FolderView
  readonly keys: SelectionControl['keys']
  readonly selection: SelectionControl
  readonly list: RefObject<ListHandle | null>
  readonly ready: boolean
  readonly showDetails: ((open: boolean) => void) | undefined
}

/** Selects an item, or on a phone moves to it, once it is found: a created one, or one named in the address. */
function useRequestedItem(
  requested: string | undefined,
  setRequested: (id: string | undefined) => void,
  { view, keys, selection, list, ready, showDetails }: RequestedItemOptions,
): void {
  const { send } = selection
  const phone = usePhone()
  const index = requested === undefined ? -1 : keys.indexOf(requested)
  useEffect(() => {
    if (requested === undefined || index < 0) return
    // On a phone a selection takes the place of opening.
    send(phone ? { type: 'move', index } : { type: 'only', key: requested })
    list.current?.show(requested)
    showDetails?.(true)
    setRequested(undefined)
  }, [requested, index, phone, send, list, setRequested, showDetails])
  useEffect(() => {
    if (requested === undefined || !ready || index >= 0) return
    let over = false
    void findRow(view, requested).then(
      (found) => {
        if (over) return
        if (found < 0) setRequested(undefined)
        else {
          send({ type: 'move', index: found })
          list.current?.showIndex(found)
        }
      },
      () => setRequested(undefined),
    )
    return () => {
      over = true
    }
  }, [requested, ready, index, view, send, list, setRequested])
}
