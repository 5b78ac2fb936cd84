import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { t } from '../strings.ts'
import { type PeopleTargets, peopleActions } from './actions.ts'
import type { People } from './use-people.ts'

/** Who is chosen and what to do with all of them. */
export function PeopleBar({ people, targets }: { people: People; targets: PeopleTargets }): ReactElement {
  const one = peopleActions(targets)
  const clear = () => {
    people.selection.send({ type: 'clear' })
    people.table.current?.focus()
  }
  const last = [one.unfreeze, one.freeze]
  return (
    <div
      role="toolbar"
      aria-label={t('selectionActions')}
      className="flex h-11 shrink-0 items-center gap-0.5 rounded-l bg-accent-soft px-1.5"
    >
      <IconButton size="small" icon={X} label={t('clearSelection')} keys="Esc" onClick={clear} />
      <p className="tabular mr-1 truncate pl-1.5 text-secondary font-semibold">
        {t('selected', { count: targets.people.length })}
      </p>
      <span aria-hidden className="mx-1.5 h-5 w-px bg-line-2" />
      {[one.capacity, one.roles, one.department, one.validity, one.resetPassword].map(
        (action) =>
          action.visible && (
            <Button
              key={action.name}
              size="small"
              variant="bare"
              icon={action.icon}
              aria-label={action.label}
              onClick={action.run}
            >
              <span className="max-lg:hidden">{action.label}</span>
            </Button>
          ),
      )}
      <span className="flex-1" />
      {last.map(
        (action) =>
          action.visible && (
            <Button
              key={action.name}
              size="small"
              variant="bare"
              danger={'danger' in action}
              icon={action.icon}
              onClick={action.run}
            >
              {action.label}
            </Button>
          ),
      )}
    </div>
  )
}
