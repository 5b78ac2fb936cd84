import type { Leave } from '@clouddisk/contract/admin-offboarding'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleAlert, Info } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { type DetailLines, DetailList } from '../../ui/detail-list.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import type { OverlayControl } from '../../ui/overlay-props.ts'
import { type OffboardingTargets, offboardingActions } from './actions.ts'
import { BelongingsList } from './belongings-list.tsx'
import { OffboardingState, PurgeDay } from './columns.tsx'
import { belongingsQuery } from './data.ts'
import { t } from './strings.ts'

export interface OffboardingDrawerProps extends OverlayControl {
  targets: OffboardingTargets
}

/** The state of an offboarding, and what the person still has. */
export function OffboardingDrawer({ targets, open, onOpenChange }: OffboardingDrawerProps): ReactElement {
  const { leave } = targets
  const { files, handOver, callOff, purge } = offboardingActions(targets)
  // Closes the drawer before the next dialog opens.
  const after = (run: () => void) => () => {
    onOpenChange(false)
    run()
  }
  const lines: DetailLines = [
    [t('state'), <OffboardingState key="state" leave={leave} />],
    [t('receiver'), leave.toUserRealName ?? t('noReceiver')],
    [t('begun'), formatFullDateTime(leave.beginTime)],
    [t('purge'), <PurgeDay key="purge" leave={leave} />],
  ]
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="right"
      width={480}
      title={
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={leave.userRealName} size={28} />
          <span className="truncate">{t('drawerTitle', { name: leave.userRealName })}</span>
        </span>
      }
      footer={
        handOver.visible ? (
          <>
            <Button danger variant="bare" className="mr-auto" onClick={after(purge.run)}>
              {purge.label}
            </Button>
            <Button onClick={after(callOff.run)}>{callOff.label}</Button>
            <Button variant="primary" icon={handOver.icon} onClick={after(handOver.run)}>
              {handOver.label}
            </Button>
          </>
        ) : (
          <Button onClick={() => onOpenChange(false)}>{t('close')}</Button>
        )
      }
    >
      <Note leave={leave} />
      <DetailList lines={lines} />
      <div className="mt-7 mb-1 flex items-center justify-between gap-3">
        <h3 className="text-section font-semibold">{t('stillHas')}</h3>
        {files.visible && (
          <Button size="small" icon={files.icon} onClick={after(files.run)}>
            {files.label}
          </Button>
        )}
      </div>
      <BelongingsList userId={leave.userId} />
    </Drawer>
  )
}

/** Why it failed, or what it waits for. */
function Note({ leave }: { leave: Leave }): ReactElement | null {
  const name = leave.toUserRealName ?? t('none')
  const owns = (useQuery(belongingsQuery(leave.userId)).data?.groupsOwned.length ?? 0) > 0
  const overdue = leave.status === 'kept' && Date.parse(leave.purgeTime) < Date.now()
  const text =
    leave.status === 'failed'
      ? t('failedNote', { name, reason: leave.errmsg ?? '' })
      : leave.status === 'handing'
        ? t('handingNote', { name })
        : overdue
          ? t(owns ? 'waitsNote' : 'dueNote')
          : undefined
  if (text === undefined) return null
  const failed = leave.status === 'failed'
  const Icon = failed ? CircleAlert : Info
  return (
    <p
      className={clsx(
        'mb-5 flex gap-2.5 rounded-l px-3.5 py-3 text-secondary',
        failed ? 'bg-danger-soft text-danger' : overdue ? 'bg-warn-soft text-warn' : 'bg-info-soft text-info',
      )}
    >
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
      {text}
    </p>
  )
}
