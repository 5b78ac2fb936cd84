import { countsOf, shownItems, type UploadState, waitsForSpace } from '@clouddisk/client/uploads/state'
import { CirclePause, CirclePlay, Pause, Play } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { useTouch } from '../../../lib/media-query.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { transferIllustration } from '../../../ui/illustrations.tsx'
import { toggled } from '../../../ui/selection.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import type { Engine } from '../engine.ts'
import { unfinishedDialog } from '../recovery/unfinished-dialog-state.ts'
import { readProgress } from '../sources/read-progress.ts'
import { t } from '../strings.ts'
import { usePending, useUnfinished, useUploads } from '../use-transfers.ts'
import { DetailsView } from './details-view.tsx'
import { HelpPopover } from './help-popover.tsx'
import { ReadProgressLine } from './read-progress-line.tsx'
import { Toolbar } from './toolbar.tsx'
import { TransferGrid } from './transfer-grid.tsx'
import { needsUser, uploadActions } from './upload-actions.ts'
import { Footer, InsecureNotice, PendingLine, UnfinishedLine } from './upload-notices.tsx'
import { rowItems, runMainAction, uploadRowHeight, uploadRowView } from './upload-row-view.tsx'
import { rowUids, type UploadRow, uploadRows } from './upload-rows.ts'

/** The upload list and its actions. */
export function UploadTab({ engine }: { engine: Engine }): ReactElement {
  const state = useUploads(engine)
  const reading = readProgress.use()
  const touch = useTouch()
  const unfinished = useUnfinished(engine).length
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
      {reading && <ReadProgressLine reading={reading} />}
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
        empty={
          <EmptyState
            illustration={transferIllustration}
            title={unfinished > 0 ? t('unfinishedUploads', { count: unfinished }) : t('noUploads')}
            text={t(unfinished > 0 ? 'unfinishedHint' : touch ? 'noUploadsTextTouch' : 'noUploadsText')}
          >
            {unfinished > 0 && <Button onClick={unfinishedDialog.open}>{t('view')}</Button>}
          </EmptyState>
        }
      />
      <PendingLine engine={engine} />
      {rows.length > 0 && <UnfinishedLine engine={engine} />}
      <InsecureNotice />
      {rows.length > 0 && <Footer state={state} works={engine.uploads.works} pending={pending} />}
    </>
  )
}

/** Pauses or resumes everything; both buttons if some items run and others wait (R60). */
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

/** `(1/8)`; undefined without uploads. */
export function uploadCount(state: UploadState): string | undefined {
  const { current, total } = countsOf(state)
  return total > 0 ? `(${current}/${total})` : undefined
}
