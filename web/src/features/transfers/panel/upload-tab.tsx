import { countsOf, shownItems, type UploadState, waitsForSpace } from '@clouddisk/client/uploads/state'
import { CirclePause, CirclePlay, Info, Pause, Play } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { useTouch } from '../../../lib/media-query.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { transferIllustration } from '../../../ui/illustrations.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import type { Engine } from '../engine.ts'
import { unfinishedDialog } from '../recovery/unfinished-dialog-state.ts'
import { useUnfinished } from '../recovery/use-unfinished.ts'
import { readProgress } from '../sources/read-progress.ts'
import { t } from '../strings.ts'
import { usePending, useUploads } from '../use-transfers.ts'
import { DetailsView } from './details-view.tsx'
import { Footer } from './footer.tsx'
import { HelpPopover } from './help-popover.tsx'
import { PendingLine } from './pending-line.tsx'
import { ReadProgressLine } from './read-progress-line.tsx'
import { Toolbar } from './toolbar.tsx'
import { TransferGrid } from './transfer-grid.tsx'
import { UnfinishedLine } from './unfinished-line.tsx'
import { needsUser, uploadActions } from './upload-actions.ts'
import { rowItems, runMainAction, uploadRowHeight, uploadRowView } from './upload-row-view.tsx'
import { rowUids, type UploadRow, uploadRows } from './upload-rows.ts'

/** What is going up, with all that can be done about it. */
export function UploadTab({ engine }: { engine: Engine }): ReactElement {
  const state = useUploads(engine)
  const now = readProgress.use()
  const touch = useTouch()
  const left = useUnfinished(engine).length
  const pending = usePending(engine)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [details, setDetails] = useState<readonly string[]>()
  const rows = useMemo(
    () => uploadRows(state, (groupId) => engine.groupTotals.totals(groupId), open),
    [state, engine, open],
  )
  const selection = useSelection(useMemo(() => rows.map(({ key }) => key), [rows]))
  const itemsOf = (keys: ReadonlySet<string>) => {
    const uids = new Set(rowUids(rows, keys))
    return state.items.filter((item) => uids.has(item.uid))
  }
  const actionsFor = (keys: Iterable<string>) => uploadActions(engine, itemsOf(new Set(keys)), setDetails)
  const chosen = actionsFor(selection.state.selected)
  const view = useCallback(
    (row: UploadRow) =>
      uploadRowView(row, uploadActions(engine, rowItems(row), setDetails), (groupId) =>
        setOpen((before) => toggled(before, groupId)),
      ),
    [engine],
  )

  const shown = details && state.items.filter((item) => details.includes(item.uid))
  if (shown && shown.length > 0) {
    return <DetailsView items={shown} onBack={() => setDetails(undefined)} />
  }
  return (
    <>
      <Toolbar
        selected={selection.state.selected.size}
        total={rows.length}
        onSelectAll={(all) => selection.send({ type: all ? 'all' : 'clear' })}
        actions={[
          chosen.pause,
          { ...chosen.resume, label: t('resume'), icon: Play },
          chosen.info,
          chosen.remove,
        ]}
      >
        <AllButtons engine={engine} state={state} />
        <HelpPopover />
      </Toolbar>
      {now && <ReadProgressLine reading={now} />}
      {rows.length === 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <EmptyState
            illustration={transferIllustration}
            title={left > 0 ? t('leftOverTold', { count: left }) : t('noUploads')}
            text={t(left > 0 ? 'leftOverHint' : touch ? 'noUploadsTextTouch' : 'noUploadsText')}
          >
            {left > 0 && <Button onClick={unfinishedDialog.open}>{t('see')}</Button>}
          </EmptyState>
        </div>
      ) : (
        <TransferGrid
          label={t('list')}
          rows={rows}
          selection={selection}
          view={view}
          heightOf={uploadRowHeight}
          menu={(keys) => {
            const { pause, resume, choose, info, locate, remove } = actionsFor(keys)
            return [[pause, resume, choose, info, locate], [remove]]
          }}
          onOpen={(key) => runMainAction(actionsFor([key]))}
          onDelete={(keys) => actionsFor(keys).remove.run?.()}
        />
      )}
      <PendingLine engine={engine} />
      {rows.length > 0 && <UnfinishedLine engine={engine} />}
      <Insecure />
      {rows.length > 0 && <Footer state={state} works={engine.uploads.works} pending={pending} />}
    </>
  )
}

const toggled = (open: ReadonlySet<string>, groupId: string): ReadonlySet<string> => {
  const next = new Set(open)
  if (!next.delete(groupId)) next.add(groupId)
  return next
}

/** Pauses everything, or lets everything go on; both where there is both to do (R60). */
function AllButtons({ engine, state }: { engine: Engine; state: UploadState }): ReactElement {
  const items = shownItems(state)
  const running = items.some(
    (item) =>
      waitsForSpace(item) || (!needsUser(item) && item.status !== 'success' && item.status !== 'merging'),
  )
  const waiting = items.filter(needsUser)
  const pauseAll = () => void engine.uploads.run('pauseAll')
  const resumeAll = () => void engine.resume(waiting)
  if (running && waiting.length > 0)
    return (
      <>
        <IconButton
          size="small"
          icon={CirclePause}
          label={t('pauseAll')}
          onClick={pauseAll}
          className="max-md:size-11"
        />
        <IconButton
          size="small"
          icon={CirclePlay}
          label={t('resumeAll')}
          onClick={resumeAll}
          className="max-md:size-11"
        />
      </>
    )
  if (waiting.length > 0)
    return (
      <Button size="small" icon={Play} onClick={resumeAll}>
        {t('resumeAll')}
      </Button>
    )
  return (
    <Button
      size="small"
      icon={Pause}
      disabledReason={running ? undefined : t('nothingRuns')}
      onClick={pauseAll}
    >
      {t('pauseAll')}
    </Button>
  )
}

/** What plain http on another host takes away. */
function Insecure(): ReactElement | null {
  if (isSecureContext) return null
  return (
    <p className="flex gap-2 border-t border-info-line bg-info-soft px-4 py-2 text-caption text-info">
      <Info size={14} aria-hidden className="mt-px" />
      <span>{t('insecure')}</span>
    </p>
  )
}

/** `(1/8)`; nothing while there is nothing. */
export function uploadCount(state: UploadState): string | undefined {
  const { current, total } = countsOf(state)
  return total > 0 ? `(${current}/${total})` : undefined
}
