import type { Instance } from '@clouddisk/contract/files'
import { nameKey } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import type { Action } from '../../lib/action.ts'
import { dropFolder } from '../../lib/drop-target.ts'
import { usePhone } from '../../lib/media-query.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import type { MenuRequest } from '../../ui/table/table.tsx'
import { Table } from '../../ui/table/table.tsx'
import { FilePhoneRow, fileColumns, isFolder } from './columns.tsx'
import { prefetchFolder } from './folder-query.ts'
import { FolderState } from './folder-states.tsx'
import { InlineName } from './inline-name.tsx'
import { Tiles } from './lazy-parts.ts'
import { newFolderProblem, renameProblem } from './name-rules.ts'
import { changeSettings, isFileOrder } from './settings.ts'
import { areaName, t } from './strings.ts'
import { type EditingControl, NEW_FOLDER_ID } from './use-editing.ts'
import { actionTargets, type FolderArea } from './use-folder-area.ts'

interface FolderListProps {
  area: FolderArea
  hiddenColumns: ReadonlySet<string>
  onMenu: (request: MenuRequest<Instance>) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A folder under the pointer is prefetched after this time, ms. */
const HOVER_MS = 80

/** The rows, as a list or tiles. */
export function FolderList({ area, hiddenColumns, onMenu, onKeyDown }: FolderListProps): ReactElement {
  const { settings, view, folder, rows, selection, head, editing, list, open, clipboard } = area
  const { editing: edited } = editing
  const phone = usePhone()
  const mark = view.keyword
  const cut = clipboard?.mode === 'cut' ? clipboard.ids : undefined
  const rowProps = useCallback(
    (item: Instance): HTMLAttributes<HTMLElement> => ({
      ...(isFolder(item) && item.fileAuth.length > 0 && dropFolder(item.instanceId, item.instanceName)),
      ...(isFolder(item) && {
        onPointerEnter: () =>
          soon(() => prefetchFolder({ ...view, keyword: '', label: '', folderId: item.instanceId })),
        onPointerLeave: forgetSoon,
      }),
      className: clsx(cut?.has(item.instanceId) && 'opacity-50', edited?.id === item.instanceId && 'z-20'),
    }),
    [view, cut, edited],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor changes with what is edited
  const columns = useMemo(
    () => fileColumns((item) => nameEditor(editing, item), mark),
    [edited, editing.siblings, mark],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: likewise
  const phoneRow = useCallback(
    (item: Instance) => nameEditor(editing, item, 30) ?? <FilePhoneRow item={item} mark={mark} />,
    [edited, editing.siblings, mark],
  )
  const operations = useOperations(area)
  const shared = {
    label: t('filesIn', { name: head?.parent.instanceName ?? areaName(area.area) }),
    rows,
    selection,
    onOpen: open,
    onMenu,
    onKeyDown,
    onRange: folder.show,
    loading: folder.rows === undefined && folder.error === null,
    empty: <FolderState area={area} />,
  }
  if (settings.view === 'grid') {
    return (
      <Suspense fallback={<div className="min-h-0 flex-1" />}>
        <Tiles
          {...shared}
          ref={list}
          mark={mark}
          editor={(item) => nameEditor(editing, item, 0)}
          rowProps={rowProps}
        />
      </Suspense>
    )
  }
  return (
    <Table
      {...shared}
      ref={list}
      columns={columns}
      hiddenColumns={hiddenColumns}
      rowLabel={nameOf}
      sort={settings.sort}
      onSort={({ column, direction }) =>
        isFileOrder(column) && changeSettings(settings, { sort: { column, direction } })
      }
      rowProps={rowProps}
      operations={phone ? undefined : operations}
      phoneRow={phoneRow}
      // Space below the last row, so that the round button does not cover it.
      className="max-md:[&>[role=grid]:has([role=row])]:pb-24 md:px-6"
    />
  )
}

const NOTHING: readonly Action[] = []

/** Buttons on the row under the pointer or cursor; the context menu has all actions. */
function useOperations({ actionsOn }: FolderArea): (item: Instance) => readonly Action[] {
  const latest = useRef(actionsOn)
  useEffect(() => {
    latest.current = actionsOn
  })
  return useCallback((item) => {
    if (item.instanceId === NEW_FOLDER_ID) return NOTHING
    const { share, favorite } = latest.current(actionTargets([item], 1, item))
    return [
      { ...share, visible: share.visible && share.disabled === undefined },
      favorite,
      { name: 'file.more', label: t('more'), icon: Ellipsis },
    ]
  }, [])
}

const nameOf = (item: Instance) => item.instanceName

let hover: ReturnType<typeof setTimeout> | undefined
function soon(run: () => void): void {
  clearTimeout(hover)
  hover = setTimeout(run, HOVER_MS)
}
const forgetSoon = () => clearTimeout(hover)

/** The name field of a row being edited, with its validation; null for other rows. */
function nameEditor(control: EditingControl, item: Instance, iconSize = 26): ReactElement | null {
  const { editing, siblings, submit, cancel, type } = control
  if (editing?.id !== item.instanceId) return null
  const isNew = editing.kind === 'new'
  const others = isNew ? siblings : without(siblings, item.instanceName)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      {iconSize > 0 && <FileIcon ext={item.fileType} folder={isFolder(item)} size={iconSize} />}
      <InlineName
        key={`${editing.id} ${editing.refused ?? ''}`}
        initial={editing.text}
        typed={editing.typed}
        onType={type}
        isFolder={isFolder(item)}
        label={isNew ? t('newFolderName') : t('nameLabel')}
        problem={(name) =>
          isNew
            ? newFolderProblem(name, others)
            : renameProblem(name, { name: item.instanceName, isFolder: isFolder(item) }, others)
        }
        refused={editing.refused}
        busy={editing.busy}
        onSubmit={(name) => submit(item, name)}
        onCancel={cancel}
        buttons={isNew ? (iconSize > 0 ? 'behind' : 'above') : undefined}
        ref={control.field}
      />
    </span>
  )
}

function without(siblings: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const rest = new Set(siblings)
  rest.delete(nameKey(name))
  return rest
}
