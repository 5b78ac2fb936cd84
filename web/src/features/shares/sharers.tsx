import type { Instance } from '@clouddisk/contract/files'
import type { ShareRole } from '@clouddisk/contract/roles'
import { downloadUsers, type Sharer } from '@clouddisk/contract/shares'
import { CalendarClock, Download, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { formatFullDateTime, timeInSentence } from '../../lib/format-date-time.ts'
import { useListFocus } from '../../lib/list-focus.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Calendar } from '../../ui/calendar.tsx'
import { showError } from '../../ui/failures.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import { ROLE_WIDTH, RoleSelect } from '../../ui/role-select.tsx'
import { ShowNext, useListHead } from '../../ui/show-next.tsx'
import { toast } from '../../ui/toast.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { changeSharer, type SharerChange, undoSharerChange } from './mutations.ts'
import { SHARE_CHOICES, shareRoleLabel } from './roles.ts'
import { t } from './strings.ts'

export interface SharersProps {
  item: Instance
  fileSharingId: string
  sharers: readonly Sharer[]
  /** So many have it besides those. */
  unlisted: number
}

/** Who has it already, each to be changed or taken out at once, and all of them as a spreadsheet. */
export function Sharers({ item, fileSharingId, sharers, unlisted }: SharersProps): ReactElement | null {
  const list = useListFocus()
  const others = sharers.filter(({ role }) => role !== 'owner')
  const first = useListHead(sharers)
  if (others.length === 0) return null
  const people = unlisted === 0 && others.every(({ principalType }) => principalType === 'user')
  const heading = people ? t('sharedWith', { count: others.length }) : t('sharedWithMany')
  return (
    <section className="mt-1 border-t border-line pt-2">
      <div className="flex items-center gap-2 px-2">
        <h3 className="min-w-0 flex-1 py-1 text-secondary font-semibold text-fg-2">{heading}</h3>
        <ExportButton item={item} fileSharingId={fileSharingId} />
      </div>
      <ul ref={list} aria-label={heading}>
        {first.shown.map((sharer) => (
          <Row key={sharer.principalId} item={item} fileSharingId={fileSharingId} sharer={sharer} />
        ))}
      </ul>
      <ShowNext of={first} />
      {unlisted > 0 && (
        <p className="px-2 py-1 text-secondary text-mut">{t('sharersUnlisted', { count: unlisted })}</p>
      )}
    </section>
  )
}

function ExportButton({ item, fileSharingId }: Pick<SharersProps, 'item' | 'fileSharingId'>): ReactElement {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const fileName = `${t('exportName', { name: item.instanceName })}.xlsx`
    await saveFile(downloadUsers, { fileSharingId }, fileName).catch((error) =>
      showError(t('notExported'), error),
    )
    setBusy(false)
  }
  return (
    <Button variant="quiet" size="small" icon={Download} busy={busy} onClick={() => void save()}>
      {t('exportList')}
    </Button>
  )
}

function Row(props: { item: Instance; fileSharingId: string; sharer: Sharer }): ReactElement {
  const { item, fileSharingId, sharer } = props
  const changeable = sharer.role !== 'owner' && item.fileAuth.includes('members')
  const name = sharer.isSelf ? t('you', { name: sharer.name }) : sharer.name
  const [busy, setBusy] = useState(false)
  const change = async (next: SharerChange, done: string, undo?: () => void) => {
    setBusy(true)
    const changed = await changeSharer(item.instanceId, fileSharingId, sharer, next)
    setBusy(false)
    if (changed) toast.ok(done, undo && { action: { label: t('undo'), run: undo } })
  }
  const detail = [
    sharer.detail,
    sharer.principalType === 'user' ? '' : t('people', { count: sharer.count }),
    sharer.role === 'owner' ? '' : t('since', { day: timeInSentence(sharer.createTime) }),
    sharer.expireTime ? t('until', { day: timeInSentence(sharer.expireTime) }) : '',
  ]
  const whole = [
    sharer.role === 'owner' ? '' : t('sinceWhole', { time: formatFullDateTime(sharer.createTime) }),
    sharer.expireTime ? t('untilWhole', { time: formatFullDateTime(sharer.expireTime) }) : '',
  ]
  return (
    <li
      aria-busy={busy}
      className="flex min-h-13 items-center gap-x-3 rounded-m px-2 py-1 hover:bg-hover max-md:flex-wrap max-md:py-1.5"
    >
      <PrincipalAvatar type={sharer.principalType} name={sharer.name} size={30} />
      <TwoLines
        className="flex-1 max-md:basis-[calc(100%-42px)]"
        name={name}
        nameTitle={name}
        note={detail.filter(Boolean).join(' · ')}
        noteTitle={whole.filter(Boolean).join(' · ') || undefined}
      />
      {!changeable ? (
        <span
          className="mr-10 ml-auto px-2.5 text-secondary text-fg-2 max-md:ml-8"
          style={{ width: ROLE_WIDTH }}
        >
          {shareRoleLabel(sharer.role)}
        </span>
      ) : (
        <span className="ml-auto flex items-center gap-3 max-md:ml-8">
          <End
            sharer={sharer}
            onChange={(expireTime) => void change({ expireTime }, t('endChanged', { name: sharer.name }))}
          />
          <RoleSelect
            roles={SHARE_CHOICES}
            value={sharer.role}
            onChange={(role) =>
              void change(
                { role: role as ShareRole },
                t('roleChanged', { name: sharer.name, role: shareRoleLabel(role) }),
              )
            }
            label={t('roleOf', { name: sharer.name })}
          />
          <IconButton
            size="small"
            icon={X}
            label={t('takeAway', { name: sharer.name })}
            onClick={() =>
              void change(
                { role: 'remove' },
                t('takenAway', { name: sharer.name }),
                () => void undoSharerChange(item.instanceId, sharer),
              )
            }
          />
        </span>
      )}
    </li>
  )
}

/** Until when one has it: a day of the calendar, or for as long as it stands. */
function End({ sharer, onChange }: { sharer: Sharer; onChange: (end: string) => void }): ReactElement {
  const [open, setOpen] = useState(false)
  const choose = (end: string) => {
    setOpen(false)
    onChange(end)
  }
  const label = t('endOf', { name: sharer.name })
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      align="end"
      trigger={<IconButton size="small" icon={CalendarClock} label={label} />}
    >
      <Calendar
        selected={sharer.expireTime ? new Date(sharer.expireTime) : undefined}
        from={new Date()}
        onSelect={(day) =>
          choose(new Date(day.getFullYear(), day.getMonth(), day.getDate(), 23, 59, 59, 999).toISOString())
        }
      />
      {sharer.expireTime && (
        <div className="border-t border-line p-2">
          <Button size="small" variant="bare" onClick={() => choose('')}>
            {t('forever')}
          </Button>
        </div>
      )}
    </Popover>
  )
}
