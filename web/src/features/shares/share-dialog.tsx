import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, Suspense, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useExtension } from '../../lib/extension-points.ts'
import type { ChosenRecipient, Recipient } from '../../lib/people.ts'
import { countRecipients } from '../../lib/recipient-count.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { type Expiry, expiryTime } from './expiry.ts'
import { createShares, sharedQuery, shareRequests } from './mutations.ts'
import { readRecipients, type ImportedRecipients as TableReportData } from './recipient-import.ts'
import { RecipientImportButton, RecipientImportReport } from './recipient-import-parts.tsx'
import { SHARE_CHOICES, shareRoleLabel } from './roles.ts'
import { isTooLong, ShareTerms } from './share-terms.tsx'
import { Sharers } from './sharers.tsx'
import { t } from './strings.ts'

/** Asks with whom to share; stands once in the page. */
export function ShareDialogs(): ReactElement | null {
  const request = shareRequests.useOpen()
  return request ? (
    <ShareDialog key={request.id} items={request.question} onClose={() => request.answer()} />
  ) : null
}

const KINDS = ['user', 'department', 'group'] as const

function ShareDialog({ items, onClose }: { items: readonly Instance[]; onClose: () => void }): ReactElement {
  const picker = useExtension('people')
  const [chosen, setChosen] = useState<readonly ChosenRecipient[]>([])
  const latestChosen = useRef(chosen)
  useEffect(() => {
    latestChosen.current = chosen
  }, [chosen])
  const [expiry, setExpiry] = useState<Expiry>({ preset: 'forever', day: '' })
  const [notify, setNotify] = useState(true)
  /** Undefined until it is written in: what was said with the share before stands. */
  const [message, setMessage] = useState<string>()
  const [submitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [roster, setRoster] = useState<Recipient>()
  const [table, setTable] = useState<TableReportData>()
  const [reading, setReading] = useState(false)
  const read = async (file: File) => {
    setReading(true)
    const put = await readRecipients(file, sharers.find(({ role }) => role === 'owner')?.principalId)
    setReading(false)
    // Who was ticked while it was read stays.
    const result = put(latestChosen.current)
    setTable(result.report)
    setChosen(result.chosen)
  }
  const only = items.length === 1 ? items[0] : undefined
  const shared = useQuery({ ...sharedQuery(only?.instanceId ?? ''), enabled: only !== undefined })
  const { sharers = [], fileSharingId, unlisted = 0 } = shared.data ?? {}
  const ownEnd = sharers.find(({ isSelf }) => isSelf)?.expireTime
  const latest = ownEnd ? new Date(ownEnd) : undefined
  const submit = async () => {
    setSubmitted(true)
    const end = expiryTime(expiry, new Date(), latest)
    if (end === undefined || isTooLong(message ?? '')) return
    setBusy(true)
    const done = await createShares({
      items,
      chosen,
      end,
      message: message?.trim(),
      notify,
      onLeft: setChosen,
    })
    setBusy(false)
    if (done) onClose()
  }
  const leave = async () => {
    const sure =
      chosen.length === 0 ||
      (await confirm({
        type: 'warning',
        title: t('leaveUnsaved', { count: countRecipients(chosen).count }),
        text: t('leaveUnsavedText'),
        confirmText: t('close'),
        cancelText: t('goOn'),
      }))
    if (sure) onClose()
  }
  const without = Object.fromEntries(
    sharers.map((one) => [
      one.principalId,
      one.role === 'owner' ? t('alreadyOwner') : t('already', { role: shareRoleLabel(one.role) }),
    ]),
  )
  const nothing = chosen.length === 0
  return (
    <Dialog
      open
      busy={busy}
      width={860}
      onOpenChange={(open) => !open && void leave()}
      title={t('title')}
      description={<Subject items={items} />}
      footerStart={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Checkbox checked={notify} onChange={setNotify} label={t('notify')} />
          <RecipientImportButton busy={reading} onFile={(file) => void read(file)} />
        </span>
      }
      footer={
        <>
          <CloseButton>{t(nothing && sharers.length > 1 ? 'done' : 'cancel')}</CloseButton>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => void submit()}
            disabledReason={nothing ? t('nobody') : undefined}
          >
            {nothing ? t('share') : t('shareWith', { count: countRecipients(chosen).count })}
          </Button>
        </>
      }
    >
      <Suspense fallback={<Loading />}>
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
                {table && <RecipientImportReport report={table} onClose={() => setTable(undefined)} />}
                {shared.error ? (
                  <SharersNotRead error={shared.error} onRetry={() => void shared.refetch()} />
                ) : (
                  only &&
                  fileSharingId && (
                    <Sharers
                      item={only}
                      fileSharingId={fileSharingId}
                      sharers={sharers}
                      unlisted={unlisted}
                    />
                  )
                )}
              </>
            }
            below={
              nothing ? undefined : (
                <ShareTerms
                  chosen={chosen}
                  onRoster={setRoster}
                  expiry={expiry}
                  onExpiry={setExpiry}
                  latest={latest}
                  message={message ?? shared.data?.message ?? ''}
                  onMessage={setMessage}
                  submitted={submitted}
                />
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
      {t('sharersNotRead')} · {errorMessage(error)}
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
  const text =
    items.length > 1 || !first
      ? t('subjectMany', { items: t('items', { count: items.length }), size: formatSize(size) })
      : folder
        ? t('subjectFolder', { name: first.instanceName })
        : t('subjectFile', { name: first.instanceName, size: formatSize(size) })
  return (
    <span className="flex items-center gap-1.5">
      {first && <FileIcon ext={first.fileType} folder={folder} size={16} />}
      <span className="min-w-0 truncate">{text}</span>
    </span>
  )
}
