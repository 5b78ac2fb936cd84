import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Action } from '../../../lib/action.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type AdminGroupTargets, adminGroupActions } from './actions.ts'
import { t } from './strings.ts'
import type { AllGroups } from './use-all-groups.ts'

/** Which are chosen and what to do with all of them. */
export function GroupBar({
  groups,
  targets,
}: {
  groups: AllGroups
  targets: AdminGroupTargets
}): ReactElement {
  const one = adminGroupActions(targets)
  const first = [one.members, one.files, one.give].filter(({ visible }) => visible !== false)
  const clear = () => {
    groups.selection.send({ type: 'clear' })
    groups.table.current?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label={t('selectionActions')}
      className="flex h-11 shrink-0 items-center gap-0.5 rounded-l bg-accent-soft px-1.5"
    >
      <IconButton size="small" icon={X} label={t('clearSelection')} keys="Esc" onClick={clear} />
      <p className="tabular mr-1 truncate pl-1.5 text-secondary font-semibold">
        {t('selected', { count: targets.groups.length })}
      </p>
      {first.length > 0 && <span aria-hidden className="mx-1.5 h-5 w-px bg-line-2" />}
      {first.map((action) => (
        <BarButton key={action.name} action={action} />
      ))}
      <span className="flex-1" />
      {[one.callBack, one.dissolve].map((action) => (
        <BarButton key={action.name} action={action} />
      ))}
    </div>
  )
}

const BarButton = ({ action }: { action: Action }): ReactElement | null =>
  action.visible === false ? null : (
    <Button
      size="small"
      variant="bare"
      danger={action.danger === true}
      icon={action.icon}
      aria-label={action.label}
      disabledReason={action.disabled}
      onClick={action.run}
    >
      <span className={action.danger ? undefined : 'max-lg:hidden'}>{action.label}</span>
    </Button>
  )
