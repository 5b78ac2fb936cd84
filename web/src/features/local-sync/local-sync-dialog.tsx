import type { LocalSyncTask } from '@clouddisk/contract/desktop'
import { getInstanceProperty } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import { type ReactElement, type ReactNode, useState } from 'react'
import { call } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { desktopHost } from '../../lib/host.ts'
import { failureText } from '../../lib/host-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'
import { randomSyncTime, SYNC_TIMES } from './sync-times.ts'

/** New and edit dialog of two steps (R163-R165); of a task only the time is edited. */

export interface LocalSyncDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Absent: a new one. */
  task?: LocalSyncTask | undefined
  onSaved: () => void
}

interface LocalFolder {
  readonly path: string
  readonly grant: string
}
interface CloudFolder {
  readonly path: string
  readonly ids: string
  readonly inGroup: boolean
}

const TIME_OPTIONS = SYNC_TIMES.map((value) => ({ value, label: value }))

export function LocalSyncDialog({ open, onOpenChange, task, onSaved }: LocalSyncDialogProps): ReactElement {
  const [step, setStep] = useState<1 | 2>(1)
  const [local, setLocal] = useState<LocalFolder>()
  const [cloud, setCloud] = useState<CloudFolder>()
  const [time, setTime] = useState(() => task?.syncTime ?? randomSyncTime())
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<void>) => {
    setProblem(undefined)
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const chooseLocal = () =>
    attempt(async () => {
      const chosen = await desktopHost().chooseFolder({})
      if (chosen) setLocal(chosen)
    })
  const chooseCloud = () =>
    attempt(async () => {
      const chosen = await extensionFor('folderPicker')?.pick({ mode: 'localSync' })
      if (!chosen) return
      const { instancePath, instancePathIds } = await call(getInstanceProperty, {
        instanceId: chosen.instanceId,
      })
      setCloud({ path: instancePath, ids: instancePathIds, inGroup: chosen.groupId !== undefined })
    })
  const save = () =>
    attempt(async () => {
      if (task) await desktopHost().updateLocalSync({ id: task.id, syncTime: time })
      else if (local && cloud) {
        const { folderName } = await desktopHost().createLocalSync({
          folder: local.grant,
          diskPath: cloud.path,
          diskPathIds: cloud.ids,
          inGroup: cloud.inGroup,
          syncTime: time,
        })
        toast.ok(t('created', { name: folderName }))
      }
      if (task) toast.ok(t('saved'))
      onSaved()
      onOpenChange(false)
    })

  const isChosen = task !== undefined || (local !== undefined && cloud !== undefined)
  const blocked = problem ? t('correctFirst') : isChosen ? undefined : t('bothPaths')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      busy={busy}
      title={t(task ? 'editTitle' : 'createTitle')}
      description={`${t('step', { step })} · ${t(step === 1 ? 'stepPaths' : 'stepTime')}`}
      footer={
        <>
          {step === 1 ? (
            <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
          ) : (
            <Button
              onClick={() => {
                setProblem(undefined)
                setStep(1)
              }}
            >
              {t('back')}
            </Button>
          )}
          <Button
            variant="primary"
            busy={busy && step === 2}
            disabledReason={step === 1 ? blocked : problem && t(task ? 'goBackFirst' : 'correctFirst')}
            onClick={() => (step === 1 ? setStep(2) : void save())}
          >
            {t(step === 1 ? 'nextStep' : 'confirm')}
          </Button>
        </>
      }
    >
      {step === 1 ? (
        <div className="flex flex-col gap-4">
          <PathRow
            label={t('localFolder')}
            path={task?.localPath ?? local?.path}
            onChoose={task ? undefined : () => void chooseLocal()}
          />
          <PathRow
            label={t('cloudFolder')}
            path={task?.diskPath ?? cloud?.path}
            onChoose={task ? undefined : () => void chooseCloud()}
          />
          <Note>{task ? t('locked') : t('warning', { limit: LIMITS.syncFilesMax })}</Note>
        </div>
      ) : (
        <div className="flex flex-col gap-5">
          <div className="flex flex-col gap-2">
            <p className="text-secondary font-medium text-fg-2">{t('syncType')}</p>
            <RadioGroup
              label={t('syncType')}
              value="oneWay"
              onChange={() => undefined}
              options={[{ value: 'oneWay', label: t('oneWay'), hint: t('oneWayHint'), disabled: true }]}
            />
          </div>
          <Field label={t('time')} hint={t('timeHint')}>
            <Select value={time} onChange={setTime} options={TIME_OPTIONS} className="w-40" />
          </Field>
        </div>
      )}
      {problem && (
        <p role="alert" className="mt-4 text-secondary text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

interface PathRowProps {
  label: string
  path: string | undefined
  onChoose: (() => void) | undefined
}

function PathRow({ label, path, onChoose }: PathRowProps): ReactElement {
  return (
    <div className="flex min-w-0 items-end gap-3">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 text-secondary font-medium text-fg-2">{label}</p>
        <p
          title={path}
          className="flex h-9 min-w-0 items-center rounded-m border border-line bg-panel px-3 text-body"
        >
          <span className={path ? 'truncate' : 'truncate text-mut'}>{path ?? t('notChosen')}</span>
        </p>
      </div>
      {onChoose && (
        <Button aria-label={`${t(path ? 'chooseAgain' : 'choose')} ${label}`} onClick={onChoose}>
          {t(path ? 'chooseAgain' : 'choose')}
        </Button>
      )}
    </div>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="rounded-m bg-hover px-3 py-2 text-secondary text-fg-2">{children}</p>
)
