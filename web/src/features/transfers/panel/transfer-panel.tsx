import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { Maximize2, Minimize2, Minus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { usePhone } from '../../../lib/media-query.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { Engine } from '../engine.ts'
import { readProgress } from '../sources/read-progress.ts'
import { t } from '../strings.ts'
import { useDownloads, useUploads } from '../use-transfers.ts'
import { DownloadTab, downloadCount } from './download-tab.tsx'
import { FinishedTab } from './finished-tab.tsx'
import { MinimisedBar } from './minimised-bar.tsx'
import { chooseTab, expandPanel, minimisePanel } from './panel-actions.ts'
import { closePanel, type PanelState, panel } from './panel-state.ts'
import { ReadProgressBar } from './read-progress-line.tsx'
import { UploadTab, uploadCount } from './upload-tab.tsx'

/**
 * The transfer list (A§2), a non-modal panel: 568 px wide, 780 on the finished tab. Closing it stops no transfer.
 */
export function TransferPanel({ engine }: { engine: Engine }): ReactElement {
  const state = panel.use()
  const reading = readProgress.use()
  return (
    <>
      <Window engine={engine} state={state} />
      {state.shown === 'minimised' && <MinimisedBar engine={engine} />}
      {reading && state.shown !== 'open' && <ReadProgressBar reading={reading} />}
    </>
  )
}

function Window({ engine, state }: { engine: Engine; state: PanelState }): ReactElement {
  const phone = usePhone()
  const { shown, tab, expanded } = state
  const wide = tab === 'finished' ? 'w-[780px]' : 'w-[568px]'
  return (
    <Base.Root
      open={shown === 'open'}
      modal={false}
      disablePointerDismissal
      onOpenChange={(next, details) => {
        if (next) return
        if (details.reason !== 'escape-key') return closePanel()
        // In the page, Escape first clears a selection or cancels an edit there.
        if (isForPanel(details.event)) return minimisePanel()
        details.cancel()
        details.allowPropagation()
      }}
    >
      <Base.Portal>
        <Base.Popup
          data-page-panel
          initialFocus={true}
          finalFocus={true}
          className={clsx(
            'rise-in fixed z-[900] flex flex-col overflow-hidden bg-pop shadow-3 outline-none',
            'transition-[width,height,opacity,translate]',
            phone
              ? 'inset-0'
              : expanded
                ? 'right-5 bottom-5 h-[calc(100dvh-40px)] w-[calc(100vw-40px)] rounded-xl'
                : clsx(
                    // Leaves the heads of page and list uncovered.
                    'right-5 bottom-5 h-[752px] max-h-[max(320px,calc(100dvh-192px))] max-w-[calc(100vw-40px)] rounded-xl',
                    wide,
                  ),
          )}
        >
          <div className="flex h-12 shrink-0 items-center gap-1 pr-2.5 pl-4">
            <Base.Title className="min-w-0 flex-1 truncate text-section font-semibold">
              {t('title')}
            </Base.Title>
            {!phone && (
              <IconButton
                size="small"
                icon={expanded ? Minimize2 : Maximize2}
                label={expanded ? t('restore') : t('expand')}
                onClick={() => expandPanel(!expanded)}
              />
            )}
            <IconButton
              size="small"
              icon={Minus}
              label={t('minimize')}
              onClick={minimisePanel}
              className="max-md:size-11"
            />
            <IconButton
              size="small"
              icon={X}
              label={t('close')}
              onClick={closePanel}
              className="max-md:size-11"
            />
          </div>
          <PanelTabs engine={engine} tab={tab} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Whether Escape was pressed in the panel, or where nothing in the page handles it. */
function isForPanel({ target, defaultPrevented }: Event): boolean {
  if (!(target instanceof Element) || target.closest('[data-page-panel]')) return true
  return (
    !defaultPrevented && !target.closest('input, textarea, [role=dialog], [role=alertdialog], [role=menu]')
  )
}

function PanelTabs({ engine, tab }: { engine: Engine; tab: PanelState['tab'] }): ReactElement {
  const uploads = useUploads(engine)
  const downloads = useDownloads(engine)
  return (
    <Tabs
      label={t('tabs')}
      value={tab}
      onChange={chooseTab}
      className="px-4"
      tabs={[
        { value: 'upload', label: t('upload'), count: uploadCount(uploads) },
        { value: 'download', label: t('download'), count: downloadCount(downloads) },
        { value: 'finished', label: t('finished') },
      ]}
    >
      {tab === 'upload' && <UploadTab engine={engine} />}
      {tab === 'download' && <DownloadTab engine={engine} />}
      {tab === 'finished' && <FinishedTab engine={engine} />}
    </Tabs>
  )
}
