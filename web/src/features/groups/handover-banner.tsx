import { formatSize } from '@clouddisk/contract/format'
import type { Handover } from '@clouddisk/contract/groups'
import { Check } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay } from './days.ts'
import { respondToHandover } from './mutations.ts'
import { useGroupQuota } from './quota.ts'
import { t } from './strings.ts'

/** Somebody asks the person to take a group over: what it costs and until when to answer, before the click. */
export function HandoverBanner({ handover }: { handover: Handover }): ReactElement {
  const { fromUser: name, groupName: group, totalCapacity, expireTime } = handover
  const allowance = useGroupQuota()
  const [busy, setBusy] = useState<'agree' | 'refuse'>()
  const left = allowance?.left
  // Of a department's group and of a library nothing is charged, whatever is left.
  const free = totalCapacity === 0
  const missing = free || left === undefined ? 0 : totalCapacity - left
  const send = async (agree: boolean) => {
    setBusy(agree ? 'agree' : 'refuse')
    await respondToHandover(handover, agree)
    setBusy(undefined)
  }
  const facts = { name, size: formatSize(totalCapacity), day: formatDay(expireTime) }
  return (
    <section
      aria-label={t('invited', { name, group })}
      className="flex items-center gap-4 rounded-l border border-info-line bg-info-soft px-4 py-3.5 max-md:flex-wrap"
    >
      <Avatar name={name} size={36} />
      <div className="min-w-0 flex-1 max-md:basis-[calc(100%-52px)]">
        <h2 className="text-body font-semibold break-words">{t('invited', { name, group })}</h2>
        <p className="text-secondary break-words text-fg-2">
          {free
            ? t('invitedTextFree', facts)
            : left === undefined
              ? t('invitedTextUnlimited', facts)
              : t('invitedText', { ...facts, left: formatSize(left) })}
        </p>
      </div>
      <div className="ml-auto flex shrink-0 gap-2">
        <Button
          variant="bare"
          busy={busy === 'refuse'}
          disabledReason={busy === 'agree' ? t('answering') : undefined}
          onClick={() => void send(false)}
        >
          {t('refuse')}
        </Button>
        <Button
          icon={Check}
          busy={busy === 'agree'}
          disabledReason={
            busy === 'refuse'
              ? t('answering')
              : missing > 0
                ? t('short', { size: formatSize(missing) })
                : undefined
          }
          onClick={() => void send(true)}
        >
          {t('agree')}
        </Button>
      </div>
    </section>
  )
}
