import { type AdminDepartment, moveDepartment, removeDepartment } from '@clouddisk/contract/admin-departments'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, FolderTree, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactElement, use, useRef, useState } from 'react'
import type { ActionGroup } from '../../../lib/action.ts'
import { AllPeople } from '../../../lib/admin.ts'
import { call } from '../../../lib/api.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'
import type { TreeHandle } from '../../../ui/tree.tsx'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { countQuery, departmentQuery, NO_DEPARTMENT, plainNode, useDefaultDepartment } from '../data.ts'
import { t } from '../strings.ts'
import { DepartmentDialog } from './department-dialog.tsx'
import { DepartmentTree } from './department-tree.tsx'

export interface DepartmentPanelProps {
  /** A department id, `NO_DEPARTMENT`, or undefined for everybody. */
  selected: string | undefined
  onSelect: (departmentId: string | undefined) => void
  /** Whether the reader may change departments. */
  change: boolean
}

/** Id of the node for everybody. */
const ALL = 'all'

type DepartmentCommand =
  | { what: 'create'; parentId: string }
  | { what: 'edit' | 'move'; department: AdminDepartment }

/** The departments beside the list of people: selects which people are listed. */
export function DepartmentPanel({ selected, onSelect, change }: DepartmentPanelProps): ReactElement {
  const { shown: command, show, key, control } = useDialogState<DepartmentCommand>()
  const menu = useContextMenu()
  const tree = useRef<TreeHandle>(null)
  const here = useQuery({
    ...departmentQuery(selected ?? NO_DEPARTMENT),
    enabled: selected !== undefined && selected !== NO_DEPARTMENT,
  }).data
  const all = useQuery(countQuery({})).data
  const none = useQuery(countQuery({ departmentId: NO_DEPARTMENT })).data
  const { all: allPeople, place, tops } = useDefaultDepartment()
  // The topmost departments of a scope are moved by administrators of a wider scope.
  const mayMove = ({ departmentId }: AdminDepartment) => allPeople || !tops.includes(departmentId)
  const actions = (department: AdminDepartment): readonly ActionGroup[] => [
    [
      {
        name: 'department.add',
        label: t('addBelow'),
        icon: Plus,
        run: () => show({ what: 'create', parentId: department.departmentId }),
      },
      {
        name: 'department.edit',
        label: t('editDepartment'),
        icon: Pencil,
        run: () => show({ what: 'edit', department }),
      },
      {
        name: 'department.move',
        label: t('moveDepartment'),
        icon: FolderTree,
        visible: mayMove(department),
        run: () => show({ what: 'move', department }),
      },
    ],
    [
      {
        name: 'department.remove',
        label: t('removeDepartment'),
        icon: Trash2,
        danger: true,
        visible: mayMove(department),
        run: () => void remove(department, selected === department.departmentId ? onSelect : undefined),
      },
    ],
  ]
  return (
    <section aria-label={t('departments')} className="flex h-full min-h-0 flex-col bg-canvas">
      <div className="flex h-14 shrink-0 items-center gap-0.5 pr-2 pl-4">
        <h2 className="mr-auto text-section font-semibold">{t('departments')}</h2>
        {change && (
          <>
            <IconButton
              icon={Plus}
              label={t('addDepartment')}
              onClick={() => show({ what: 'create', parentId: here?.departmentId ?? place })}
            />
            {here && (
              <Menu
                label={actionsLabel(here)}
                groups={actions(here)}
                trigger={<IconButton icon={Ellipsis} label={actionsLabel(here)} />}
              />
            )}
          </>
        )}
      </div>
      <DepartmentTree
        handle={tree}
        className="flex min-h-0 flex-1 flex-col px-2 pb-3"
        selected={selected ?? ALL}
        selectedClass="place"
        onSelect={(node) => onSelect(node.id === ALL ? undefined : node.id)}
        onMenu={
          change
            ? (node, anchor) =>
                node.department &&
                menu.open({
                  anchor,
                  groups: actions(node.department),
                  label: actionsLabel(node.department),
                  header: <p className="truncate text-section font-semibold">{node.name}</p>,
                })
            : undefined
        }
        before={[plainNode(ALL, t('allPeople'), all)]}
        after={none ? [plainNode(NO_DEPARTMENT, t('noDepartment'), none)] : []}
      />
      {menu.element}
      {command?.what === 'create' && (
        <DepartmentDialog
          {...control}
          key={key}
          parentId={command.parentId}
          onCreated={(created) => {
            onSelect(created.departmentId)
            void ancestorsOf(created).then((ids) => tree.current?.unfold(ids))
          }}
        />
      )}
      {command?.what === 'edit' && (
        <DepartmentDialog {...control} key={key} department={command.department} />
      )}
      {command?.what === 'move' && <MoveDialog {...control} key={key} department={command.department} />}
    </section>
  )
}

const actionsLabel = ({ departmentName: name }: AdminDepartment) => t('departmentActions', { name })

/** Ids of the ancestors, topmost first, as far as the reader's scope allows. */
async function ancestorsOf({ parentId }: AdminDepartment): Promise<string[]> {
  const ids: string[] = []
  for (let id = parentId; id !== null && id !== NO_DEPARTMENT; ) {
    ids.unshift(id)
    const above = await queryClient.fetchQuery(departmentQuery(id)).catch(() => undefined)
    id = above?.parentId ?? null
  }
  return ids
}

async function remove(
  { departmentId, departmentName: name, parentId }: AdminDepartment,
  leave: ((departmentId: string | undefined) => void) | undefined,
): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('removeTitle', { name }),
    text: t('removeText'),
    confirmText: t('removeDepartment'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notRemoved'), async () => {
    await call(removeDepartment, { departmentId })
    leave?.(parentId ?? undefined)
    toast.ok(t('departmentRemoved', { name }))
    await refreshDirectory()
  })
}

function MoveDialog({
  department,
  ...dialog
}: DialogControl & { department: AdminDepartment }): ReactElement {
  const { departmentId, departmentName: name } = department
  const all = use(AllPeople)
  const [parentId, setParentId] = useState(department.parentId ?? NO_DEPARTMENT)
  const [busy, setBusy] = useState(false)
  const move = async () => {
    setBusy(true)
    await withErrorMessage(t('notMoved'), async () => {
      await call(moveDepartment, { departmentId, parentId })
      dialog.onOpenChange(false)
      toast.ok(t('departmentMoved', { name }))
      await refreshDirectory()
    })
    setBusy(false)
  }
  const same = parentId === (department.parentId ?? NO_DEPARTMENT)
  const inside = parentId === departmentId
  return (
    <Dialog
      {...dialog}
      flush
      busy={busy}
      title={t('moveTitle', { name })}
      description={t('moveText')}
      footer={
        <>
          <CloseButton />
          <Button
            variant="primary"
            busy={busy}
            disabledReason={same ? t('alreadyThere') : inside ? t('notIntoItself') : undefined}
            onClick={() => void move()}
          >
            {t('move')}
          </Button>
        </>
      }
    >
      <DepartmentTree
        className="flex h-96 flex-col px-4 pb-3"
        selected={parentId}
        onSelect={(node) => setParentId(node.id)}
        before={all ? [plainNode(NO_DEPARTMENT, t('topDepartment'))] : []}
      />
    </Dialog>
  )
}
