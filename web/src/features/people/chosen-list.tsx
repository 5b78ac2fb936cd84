import type { PrincipalType } from '@clouddisk/contract/people'
import { UserPlus, X } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { usePhone } from '../../lib/media-query.ts'
import type { ChosenRecipient, RoleChoice } from '../../lib/people.ts'
import { countRecipients } from '../../lib/recipient-count.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import { RoleSelect } from '../../ui/role-select.tsx'
import { ShowNext, useListHead } from '../../ui/show-next.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import type { RecipientSelection } from './recipient-selection.ts'
import { t } from './strings.ts'

export interface ChosenListProps {
  choice: RecipientSelection
  kinds: readonly PrincipalType[]
  roles: readonly RoleChoice[]
  after?: ReactNode
  below?: ReactNode
}

/** The right half: who is chosen, each with a role, and how many people that reaches. */
export function ChosenList({ choice, kinds, roles, after, below }: ChosenListProps): ReactElement {
  const { chosen } = choice
  const phone = usePhone()
  const list = useRef<HTMLUListElement>(null)
  const { count, atMost } = countRecipients(chosen)
  const nothing = kinds.includes('group') ? 'nothingChosenGroups' : 'nothingChosen'
  const first = useListHead(chosen)
  const [one] = chosen
  const common = one && chosen.every(({ role }) => role === one.role) ? one.role : undefined
  const take = (one: ChosenRecipient, index: number) => {
    choice.toggle(one)
    // The focus stays in the list: at the next row's cross, or the last one's.
    requestAnimationFrame(() => {
      const crosses = list.current?.querySelectorAll<HTMLElement>('[data-take]')
      crosses?.[Math.min(index, crosses.length - 1)]?.focus()
    })
  }
  return (
    <>
      <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2">
        <h3 className="text-body font-semibold">{t('chosen', { count: chosen.length })}</h3>
        {chosen.length > 0 && (
          <p className="tabular text-secondary text-mut">
            {t(atMost ? 'reachedAtMost' : 'reached', { count })}
          </p>
        )}
        {chosen.length > 1 && roles.length > 0 && (
          <span className="ml-auto flex items-center gap-2 text-secondary text-fg-2">
            {t('setAll')}
            <RoleSelect
              framed
              roles={roles}
              value={common}
              onChange={choice.setAll}
              label={t('setAll')}
              placeholder={t('chooseRole')}
            />
          </span>
        )}
      </div>
      <div className="min-h-[120px] flex-1 overflow-y-auto p-2">
        {chosen.length === 0 ? (
          <p className="flex flex-col items-center gap-2 px-6 py-8 text-center text-secondary text-mut">
            <UserPlus size={26} aria-hidden />
            {t(phone ? 'nothingChosenPhone' : nothing)}
          </p>
        ) : (
          <ul ref={list} aria-label={t('chosenList')}>
            {first.shown.map((one, index) => (
              <Row
                key={one.principalId}
                one={one}
                roles={roles}
                onRole={(role) => choice.setRole(one.principalId, role)}
                onTake={() => take(one, index)}
              />
            ))}
          </ul>
        )}
        <ShowNext of={first} />
        {after}
      </div>
      {below && (
        <div className="max-h-[68%] shrink-0 overflow-y-auto border-t border-line p-4 pt-3.5">{below}</div>
      )}
    </>
  )
}

function Row(props: {
  one: ChosenRecipient
  roles: readonly RoleChoice[]
  onRole: (role: string) => void
  onTake: () => void
}): ReactElement {
  const { one, roles, onRole, onTake } = props
  const detail = [one.detail, one.principalType === 'user' ? '' : t('people', { count: one.count })]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className="flex min-h-13 items-center gap-3 rounded-m px-2 py-1 hover:bg-hover">
      <PrincipalAvatar type={one.principalType} name={one.name} size={30} />
      <TwoLines className="flex-1" name={one.name} nameTitle={one.name} note={detail} noteTitle={detail} />
      {roles.length > 0 && (
        <RoleSelect
          roles={roles}
          value={one.role}
          onChange={onRole}
          label={t('roleOf', { name: one.name })}
        />
      )}
      <IconButton data-take size="small" icon={X} label={t('remove', { name: one.name })} onClick={onTake} />
    </li>
  )
}
