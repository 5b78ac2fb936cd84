import { formatSize } from '@clouddisk/contract/format'
import { type Group, handoverGroup, type Member, queryHandover } from '@clouddisk/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowLeftRight, Check, CircleAlert, Info } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { isBadFieldError } from '../../lib/bad-field.ts'
import { callQuery } from '../../lib/call-query.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { limits } from '../../lib/limits.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { refreshGroups } from './groups.ts'
import { useMembers } from './members/members.ts'
import { groupRoleName } from './roles.ts'
import { t } from './strings.ts'

/** Asks a member to take the group over; what it costs that member is said first (R149, R176). */
export function HandoverDialog({ group, ...dialog }: DialogControl & { group: Group }): ReactElement {
  const [chosen, setChosen] = useState<Member>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (!chosen) return setFault(t('receiverMissing'))
    setBusy(true)
    try {
      await call(handoverGroup, { groupId: group.groupId, userId: chosen.principalId })
      toast.ok(t('asked', { name: chosen.name }))
      dialog.onOpenChange(false)
    } catch (error) {
      setFault(isBadFieldError(error, 'userId') ? t('receiverBarred') : errorMessage(error))
    } finally {
      setBusy(false)
      void refreshGroups()
    }
  }
  return (
    <Dialog
      {...dialog}
      busy={busy}
      title={t('handOverTitle', { name: group.groupName })}
      footer={
        <>
          <CloseButton />
          <Button variant="primary" icon={ArrowLeftRight} busy={busy} onClick={() => void send()}>
            {t('askReceiver')}
          </Button>
        </>
      }
    >
      <p className="rounded-m bg-field px-3 py-2.5 text-secondary text-fg-2">
        {group.isLibrary
          ? t('libraryHandOverText', { days: limits().handoverDays })
          : group.departmentId === null
            ? t('handOverText', { size: formatSize(group.totalCapacity), days: limits().handoverDays })
            : t('handOverTextDepartment', { days: limits().handoverDays })}
      </p>
      <Latest group={group} />
      <Receivers
        group={group}
        chosen={chosen}
        onChoose={(member) => {
          setChosen(member)
          setFault(undefined)
        }}
      />
      <p
        role="alert"
        className={clsx('mt-3 flex items-start gap-1.5 text-caption text-danger', !fault && 'sr-only')}
      >
        {fault && (
          <>
            <CircleAlert size={13} className="mt-0.5 shrink-0" aria-hidden />
            {fault}
          </>
        )}
      </p>
    </Dialog>
  )
}

const ENDED = { rejected: 'lastRejected', expired: 'lastExpired', failed: 'lastFailed' } as const

/** How the last handover ended, if it failed. */
function Latest({ group: { groupId } }: { group: Group }): ReactElement | null {
  const { data } = useQuery(callQuery([...queryKeys.groups, 'handover', groupId], queryHandover, { groupId }))
  const text = data && data.status in ENDED ? ENDED[data.status as keyof typeof ENDED] : undefined
  if (!data || !text) return null
  return (
    <p className="mt-3 flex items-center gap-2 text-secondary text-warn">
      <Info size={15} className="shrink-0" aria-hidden />
      {t(text, { name: data.toUser })}
    </p>
  )
}

function Receivers(props: {
  group: Group
  chosen: Member | undefined
  onChoose: (member: Member) => void
}): ReactElement {
  const { group, chosen, onChoose } = props
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const list = useMembers({ groupId: group.groupId, keyword, role: undefined })
  const members = list.loaded.filter((one) => one.principalType === 'user' && !one.isSelf && !one.frozen)
  const nobody = list.rows !== undefined && members.length === 0
  return (
    <div className="mt-4">
      <SearchField label={t('searchMembers')} value={search} onChange={setSearch} />
      <div
        role="radiogroup"
        aria-label={t('chooseReceiver')}
        className="-mx-2 mt-2 h-64 overflow-y-auto max-md:h-[calc(100dvh-420px)]"
        onScroll={({ currentTarget: box }) => {
          if (box.scrollTop + box.clientHeight > box.scrollHeight - 200) list.show(0, list.loaded.length)
        }}
      >
        {list.rows === undefined && !list.error && <Loading />}
        {list.error && (
          <p className="px-4 py-8 text-center text-secondary text-danger">{errorMessage(list.error)}</p>
        )}
        {nobody && (
          <p className="px-4 py-8 text-center text-secondary text-mut">
            {t(keyword ? 'noMemberTitle' : group.memberCount > 1 ? 'findReceiver' : 'noReceivers')}
          </p>
        )}
        {members.map((member) => (
          <label
            key={member.principalId}
            className={clsx(
              'flex min-h-12 items-center gap-3 rounded-m px-3 py-1 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
              member.principalId === chosen?.principalId ? 'bg-sel' : 'hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="receiver"
              checked={member.principalId === chosen?.principalId}
              onChange={() => onChoose(member)}
              className="sr-only"
            />
            <Avatar name={member.name} />
            <TwoLines
              className="flex-1"
              name={member.name}
              note={member.departments.join(' / ') || member.detail}
            />
            <span className="text-caption text-mut">{groupRoleName(member.role)}</span>
            {member.principalId === chosen?.principalId && (
              <Check size={17} className="text-accent-text" aria-hidden />
            )}
          </label>
        ))}
      </div>
    </div>
  )
}
