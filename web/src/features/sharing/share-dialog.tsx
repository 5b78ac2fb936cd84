import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, Suspense, useState } from 'react'
import { wordsOf } from '../../lib/api.ts'
import { useOffer } from '../../lib/offers.ts'
import type { ChosenRecipient, Recipient } from '../../lib/people.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { type Expiry, endOf } from './expiry.ts'
import { ExpiryChoice } from './expiry-choice.tsx'
import { roleWords, SHARE_CHOICES } from './roles.ts'
import { Sharers } from './sharers.tsx'
import { share, sharedQuery, shareRequests } from './sharing.ts'
import { t } from './strings.ts'
import { TableButton } from './table-button.tsx'
import { readTable, type TableReport as TableReportData } from './table-list.ts'
import { TableReport } from './table-report.tsx'
import { WideWarning } from './wide-warning.tsx'

/** Asks with whom to share; stands once in the page. */
export function ShareDialogs(): ReactElement | null {
  const request = shareRequests.useOpen()
  return request ? (
    <ShareDialog key={request.id} items={request.question} onClose={() => request.answer()} />
  ) : null
}

const KINDS = ['user', 'department', 'group'] as const

function ShareDialog({ items, onClose }: { items: readonly Instance[]; onClose: () => void }): ReactElement {
  const picker = useOffer('people')
  const [chosen, setChosen] = useState<readonly ChosenRecipient[]>([])
  const [expiry, setExpiry] = useState<Expiry>({ preset: 'forever', day: '' })
  const [notify, setNotify] = useState(true)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [roster, setRoster] = useState<Recipient>()
  const [table, setTable] = useState<TableReportData>()
  const [reading, setReading] = useState(false)
  const read = async (file: File) => {
    setReading(true)
    const result = await readTable(file, chosen)
    setReading(false)
    setTable(result.report)
    setChosen(result.chosen)
  }
  const only = items.length === 1 ? items[0] : undefined
  const shared = useQuery({ ...sharedQuery(only?.instanceId ?? ''), enabled: only !== undefined })
  const { sharers = [], fileSharingId } = shared.data ?? {}
  const submit = async () => {
    setAsked(true)
    const end = endOf(expiry, new Date())
    if (end === undefined) return
    setBusy(true)
    const done = await share({ items, chosen, end, notify })
    setBusy(false)
    if (done) onClose()
  }
  const leave = async () => {
    const sure =
      chosen.length === 0 ||
      (await confirm({
        type: 'warning',
        title: t('leaveUnsaved', { count: chosen.length }),
        text: t('leaveUnsavedText'),
        confirmText: t('close'),
        cancelText: t('goOn'),
      }))
    if (sure) onClose()
  }
  const without = Object.fromEntries(
    sharers.map((one) => [
      one.principalId,
      one.role === 'owner' ? t('alreadyOwner') : t('already', { role: roleWords(one.role) }),
    ]),
  )
  const nothing = chosen.length === 0
  return (
    <Dialog
      open
      width={860}
      onOpenChange={(open) => !open && void leave()}
      title={t('title')}
      description={<Subject items={items} />}
      footerStart={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Checkbox checked={notify} onChange={setNotify} label={t('notify')} />
          <TableButton busy={reading} onFile={(file) => void read(file)} />
        </span>
      }
      footer={
        <>
          <Button onClick={() => void leave()}>{t(nothing && sharers.length > 1 ? 'done' : 'cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => void submit()}
            disabledReason={nothing ? t('nobody') : undefined}
          >
            {nothing ? t('share') : t('shareWith', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <Suspense fallback={<Waiting />}>
        {picker && (
          <picker.Picker
            roles={SHARE_CHOICES}
            firstRole="viewer"
            kinds={KINDS}
            without={without}
            chosen={chosen}
            onChange={setChosen}
            roster={roster}
            onRosterClosed={() => setRoster(undefined)}
            after={
              <>
                {table && <TableReport report={table} onClose={() => setTable(undefined)} />}
                {shared.error ? (
                  <SharersNotRead error={shared.error} onRetry={() => void shared.refetch()} />
                ) : (
                  only &&
                  fileSharingId && <Sharers item={only} fileSharingId={fileSharingId} sharers={sharers} />
                )}
              </>
            }
            below={
              nothing ? undefined : (
                <>
                  <WideWarning
                    departments={chosen.filter(({ principalType }) => principalType === 'department')}
                    onShow={setRoster}
                  />
                  <ExpiryChoice value={expiry} onChange={setExpiry} asked={asked} />
                </>
              )
            }
          />
        )}
      </Suspense>
    </Dialog>
  )
}

const SharersNotRead = ({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement => (
  <div role="alert" className="flex items-center gap-3 px-2 py-2 text-secondary text-danger">
    <span className="min-w-0 flex-1">
      {t('sharersNotRead')} · {wordsOf(error)}
    </span>
    <Button size="small" onClick={onRetry}>
      {t('retry')}
    </Button>
  </div>
)

/** `主题演讲素材 · 文件夹`, or how many and how large. */
function Subject({ items }: { items: readonly Instance[] }): ReactElement {
  const [first] = items
  const size = items.reduce((sum, item) => sum + item.fileSize, 0)
  const folder = first?.classifierId === 'Folder'
  const words =
    items.length > 1 || !first
      ? t('subjectMany', { items: t('items', { count: items.length }), size: formatSize(size) })
      : folder
        ? t('subjectFolder', { name: first.instanceName })
        : t('subjectFile', { name: first.instanceName, size: formatSize(size) })
  return (
    <span className="flex items-center gap-1.5">
      {first && <FileIcon ext={first.fileType} folder={folder} size={16} />}
      <span className="min-w-0 truncate">{words}</span>
    </span>
  )
}
