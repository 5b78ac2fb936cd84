import { ApiError } from '@clouddisk/client/http/errors'
import { type Belongings, beginLeave, type Leave, purgeLeaver } from '@clouddisk/contract/admin-offboarding'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2, UserX } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { isBadFieldError } from '../../lib/bad-field.ts'
import { type OffboardingWizardProps, refreshDirectory } from '../../lib/directory.ts'
import { formatDate } from '../../lib/format-date.ts'
import { limits } from '../../lib/limits.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { showError } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { BelongingsList } from './belongings-list.tsx'
import { belongingsQuery } from './data.ts'
import { FreezeStep } from './freeze-step.tsx'
import { cancelOffboarding, changePeople, purgedText, unfreezeAccount } from './mutations.ts'
import { hasNothing, isPlanStarted, leaveInput, type Plan, planErrors } from './plan.ts'
import { PlanStep } from './plan-step.tsx'
import { STEPS, StepList, type WizardStep } from './step-list.tsx'
import { t } from './strings.ts'
import { SummaryStep } from './summary-step.tsx'

/** Offboarding in steps: freeze, review, plan (hand over, keep or purge), confirm. */
export function OffboardingWizard(props: OffboardingWizardProps): ReactElement {
  const { person, open, onOpenChange, onList } = props
  const { userId, userRealName: name } = person
  const [step, setStep] = useState<WizardStep>(person.frozen ? 'has' : 'freeze')
  const [froze, setFroze] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<WizardFailure>()
  // Set if the offboarding has begun but its purge failed.
  const [begun, setBegun] = useState<Leave>()
  const query = useQuery(belongingsQuery(userId))
  const has = query.data
  const form = useForm<Plan>(
    { way: 'hand', to: undefined, enlarge: false, days: String(limits().leaverDays) },
    (plan) => planErrors(plan, has),
  )
  const plan = form.values
  const go = (to: WizardStep) => {
    setFailure(undefined)
    setStep(to)
  }
  const close = () => {
    onOpenChange(false)
    if (froze && !begun)
      toast.info(t('staysFrozen', { name }), {
        action: { label: t('unfreeze'), run: () => void unfreezeAccount(person) },
      })
  }
  const freeze = () =>
    whileBusy(setBusy, async () => {
      try {
        const done = await changePeople([person], { action: 'freeze' })
        if (done.length === 0) return
        setFroze(true)
        go('has')
      } catch (error) {
        showError(t('notFrozen'), error)
      }
    })
  const begin = () =>
    whileBusy(setBusy, async () => {
      let leave = plan.way === 'purge' ? begun : undefined
      try {
        leave ??= await call(beginLeave, leaveInput(userId, plan))
        const now = plan.way === 'purge' ? await call(purgeLeaver, { userId }) : leave
        onOpenChange(false)
        toast.ok(
          doneText(plan, now),
          onList && now.status !== 'ended' ? { action: { label: t('showList'), run: onList } } : {},
        )
      } catch (error) {
        setBegun(leave)
        setFailure(failureOf(error, plan, leave))
      } finally {
        await refreshDirectory()
      }
    })
  const undo = () =>
    whileBusy(setBusy, async () => {
      if (await cancelOffboarding(person)) onOpenChange(false)
    })
  const planned = () => {
    if (has && hasNothing(has) && plan.way === 'hand' && !plan.to) form.set({ way: 'keep' })
    go('plan')
  }
  const back = STEPS[STEPS.indexOf(step) - 1]
  const buttons: Record<WizardStep, ReactElement> = {
    freeze: (
      <Button variant="primary" busy={busy} onClick={() => void freeze()}>
        {t('freezeGo')}
      </Button>
    ),
    has: (
      <Button
        variant="primary"
        busy={query.isPending}
        disabledReason={query.error && !has ? t('hasFailed') : undefined}
        onClick={planned}
      >
        {t('next')}
      </Button>
    ),
    plan: (
      <Button variant="primary" onClick={() => form.submit(() => go('confirm'))}>
        {t('next')}
      </Button>
    ),
    confirm: (
      <Button
        variant="primary"
        danger={plan.way === 'purge'}
        icon={plan.way === 'purge' ? Trash2 : UserX}
        busy={busy}
        onClick={() => void begin()}
      >
        {t(plan.way === 'purge' ? 'purgeConfirm' : 'confirmBegin')}
      </Button>
    ),
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      dirty={isPlanStarted(plan) && !begun}
      busy={busy}
      width={640}
      title={t('wizardTitle', { name })}
      description={person.accountName}
      footerStart={
        back !== undefined &&
        step !== 'has' && (
          <Button variant="quiet" onClick={() => go(back)}>
            {t('back')}
          </Button>
        )
      }
      footer={
        <>
          <CloseButton>{t(begun ? 'close' : 'cancel')}</CloseButton>
          {buttons[step]}
        </>
      }
    >
      <StepList step={step} />
      <PreviousLeave has={has} />
      {failure !== undefined && (
        <div className="mb-4">
          <ErrorSummary title={failure.title}>
            <p>{failure.text}</p>
            {begun && (
              <Button size="small" icon={RotateCcw} className="mt-2" busy={busy} onClick={() => void undo()}>
                {t('callOff')}
              </Button>
            )}
          </ErrorSummary>
        </div>
      )}
      {/* The same height on each step, so that its buttons stay where they are. */}
      <div className="min-h-[300px]">
        {step === 'freeze' && <FreezeStep name={name} has={has} />}
        {step === 'has' && <BelongingsList userId={userId} />}
        {step === 'plan' && has && <PlanStep person={person} has={has} form={form} />}
        {step === 'confirm' && has && <SummaryStep has={has} plan={plan} />}
      </div>
    </Dialog>
  )
}

/** An earlier offboarding that has not ended. */
function PreviousLeave({ has }: { has: Belongings | undefined }): ReactElement | null {
  const leave = has?.leave
  if (!leave || leave.status === 'ended') return null
  return (
    <p className="mb-4 rounded-m bg-field px-3 py-2.5 text-secondary text-fg-2">
      {t('before', {
        state: [t(leave.status), leave.toUserRealName, leave.errmsg].filter(Boolean).join(' · '),
      })}
    </p>
  )
}

interface WizardFailure {
  readonly title: string
  readonly text: string
}

/** A refusal changed nothing; without an answer it may have been done. @param begun the leave, if only the purge failed. */
function failureOf(error: unknown, { way }: Plan, begun: Leave | undefined): WizardFailure {
  const reason = isBadFieldError(error, 'toUserId') ? t('receiverBarred') : errorMessage(error)
  if (begun) {
    const day = formatDate(begun.purgeTime)
    return error instanceof ApiError
      ? { title: t('notPurged'), text: t('notPurgedText', { reason, day }) }
      : { title: t('noAnswer'), text: t('noAnswerPurge', { reason, day }) }
  }
  return error instanceof ApiError
    ? { title: t(way === 'hand' ? 'notBegun' : 'notKept'), text: t('notBegunText', { reason }) }
    : { title: t('noAnswer'), text: t('noAnswerText', { reason }) }
}

async function whileBusy(setBusy: (busy: boolean) => void, work: () => Promise<void>): Promise<void> {
  setBusy(true)
  try {
    await work()
  } finally {
    setBusy(false)
  }
}

function doneText({ way, to }: Plan, leave: Leave): string {
  const name = leave.userRealName
  if (way === 'purge') return purgedText(leave)
  const day = formatDate(leave.purgeTime)
  if (way !== 'hand' || !to) return t('doneKept', { name, day })
  return t(leave.status === 'handing' ? 'doneHanding' : 'doneHanded', { name, to: to.userRealName, day })
}
