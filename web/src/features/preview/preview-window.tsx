import { Dialog as Base } from '@base-ui/react/dialog'
import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import {
  ArrowLeft,
  ChevronLeft,
  ChevronRight,
  Download,
  FilePen,
  Info,
  Pause,
  Play,
  Star,
} from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { useExtension } from '../../lib/extension-points.ts'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { onlineModeOf, onlineTypes, openOnlineEditor } from '../../lib/online.ts'
import { Button } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { OverlayTheme } from '../../ui/overlay-theme.ts'
import { Content } from './content.tsx'
import { InfoPanel } from './info-panel.tsx'
import { askToLeave } from './leaving.ts'
import type { OnDownload } from './messages.tsx'
import type { Size } from './picture-geometry.ts'
import { canPreview, type OpenPreview, openPreview, showInPreview } from './preview.ts'
import { previewQuery } from './preview-query.ts'
import { siblingAt } from './siblings.ts'
import { usePreviewSource } from './source.ts'
import { t } from './strings.ts'
import { isPicture, type SlideShow, useSlideShow } from './use-slide-show.ts'

/** A file shown over the page, dark in every skin; if the browser cannot show it, the reason and a download button. */
export function PreviewWindow(props: { preview: OpenPreview; onClose: () => void }): ReactElement {
  const { preview, onClose } = props
  const { item, saved, siblings, versionId, more } = preview
  const [pixels, setPixels] = useState<Size>()
  const [info, setInfo] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  const index = siblings.findIndex((one) => one.instanceId === item.instanceId)
  const go = async (step: 1 | -1) => {
    const next = await siblingAt(step, item)
    if (next && (await askToLeave())) showInPreview(next)
  }
  const slides = useSlideShow(item, pixels !== undefined, nextPicture, () => popup.current)
  const walks = siblings.length > 1 || more?.before === true || more?.after === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for each file
  useEffect(() => setPixels(undefined), [item.instanceId])
  usePrefetch(siblings[index + 1])
  const download = useExtension('download')
  const onDownload =
    download && item.fileAuth.includes('download')
      ? () => download.download([{ ...item, versionId }])
      : undefined
  // Captured, since the dialog stops arrow keys from bubbling.
  const onArrow = (event: KeyboardEvent) => {
    if (ownsArrows(event.target) || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') void go(-1)
    else if (event.key === 'ArrowRight') void go(1)
  }
  return (
    <Base.Root open onOpenChange={(open) => !open && void askToLeave().then((may) => may && onClose())}>
      <OverlayTheme value="dark">
        <Base.Portal>
          <Base.Popup
            ref={popup}
            initialFocus={popup}
            onKeyDownCapture={onArrow}
            data-theme="dark"
            data-skin={document.documentElement.dataset.skin}
            aria-label={t('label', { name: item.instanceName })}
            className="fade-in fixed inset-0 z-[1100] flex flex-col bg-canvas text-fg outline-none"
          >
            <Head
              item={saved ?? item}
              isVersion={versionId !== undefined}
              pixels={pixels}
              // Of a list that goes on before, no place is known.
              position={
                index >= 0 && walks && !more?.before
                  ? [index + 1, more?.after ? undefined : siblings.length]
                  : undefined
              }
              slides={walks ? slides : undefined}
              info={info}
              onInfo={() => setInfo(!info)}
              onDownload={onDownload}
            />
            <div className="relative flex min-h-0 flex-1">
              <div data-walks={walks || undefined} className="group/content relative min-w-0 flex-1">
                <Content
                  key={versionId ?? item.instanceId}
                  item={item}
                  versionId={versionId}
                  edit={preview.edit}
                  onSize={setPixels}
                  onDownload={onDownload}
                />
                {(index > 0 || (index === 0 && more?.before)) && (
                  <PageButton side="left" onClick={() => void go(-1)} />
                )}
                {index >= 0 && (index < siblings.length - 1 || more?.after) && (
                  <PageButton side="right" onClick={() => void go(1)} />
                )}
              </div>
              {info && (
                <InfoPanel
                  item={saved ?? item}
                  versionId={versionId}
                  pixels={pixels}
                  onClose={() => setInfo(false)}
                />
              )}
            </div>
          </Base.Popup>
        </Base.Portal>
      </OverlayTheme>
    </Base.Root>
  )
}

/** Goes to the next picture, through the pages of the list. */
async function nextPicture(): Promise<boolean> {
  let at = openPreview.get()?.item
  while (at) {
    const next = await siblingAt(1, at)
    if (!next) return false
    if (isPicture(next)) {
      showInPreview(next)
      return true
    }
    at = next
  }
  return false
}

/** Players seek, fields move their caret and menus their highlight by arrow keys. */
const ownsArrows = (target: EventTarget): boolean =>
  target instanceof HTMLMediaElement ||
  (target instanceof Element &&
    target.closest(
      'input, textarea, select, [role=radiogroup], [contenteditable="true"], [role=tree], [role=listbox], [role=menu]',
    ) !== null)

/** Prefetches the next file's address. */
function usePrefetch(next: Instance | undefined): void {
  const queries = useQueryClient()
  const source = usePreviewSource()
  useEffect(() => {
    if (next && canPreview(next)) void queries.prefetchQuery(previewQuery(source, next))
  }, [next, queries, source])
}

interface HeadProps {
  item: Instance
  /** It is shown as it was in the version that `item` tells of. */
  isVersion: boolean
  pixels: Size | undefined
  position: readonly [index: number, total: number | undefined] | undefined
  slides: SlideShow | undefined
  info: boolean
  onInfo: () => void
  onDownload: OnDownload
}

function Head(props: HeadProps): ReactElement {
  const { item, isVersion, pixels, position, slides, info, onInfo, onDownload } = props
  const by = t('by', { user: item.updateUser, time: timeInSentence(item.updateTime) })
  const facts = [pixels && `${pixels.width} × ${pixels.height}`, by].filter(Boolean)
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line bg-bg pr-4 pl-3">
      <Base.Close render={<IconButton icon={ArrowLeft} label={t('back')} keys="Esc" />} />
      <FileIcon ext={item.fileType} size={26} className="mx-2" />
      <div className="min-w-0 flex-1">
        <Base.Title className="text-secondary font-semibold">
          <FileName name={item.instanceName} />
        </Base.Title>
        <p className="truncate text-caption text-mut">
          {isVersion && `${t('version', { no: item.versionNo })} · `}
          {formatSize(item.fileSize)}
          <span className="max-sm:hidden"> · {facts.join(' · ')}</span>
        </p>
      </div>
      {position && (
        <p className="tabular px-2 text-secondary text-mut max-sm:hidden">
          <span aria-hidden>
            {position[0]} / {position[1] ?? '…'}
          </span>
          <span className="sr-only">
            {position[1] === undefined
              ? t('positionOpen', { index: position[0] })
              : t('position', { index: position[0], total: position[1] })}
          </span>
        </p>
      )}
      {slides?.playing && (
        <Button size="small" variant="bare" onClick={slides.nextInterval}>
          {t('everySeconds', { count: slides.interval })}
        </Button>
      )}
      {slides && (
        <IconButton
          icon={slides.playing ? Pause : Play}
          label={t(slides.playing ? 'stopSlides' : 'startSlides')}
          keys="Space"
          onClick={slides.toggle}
        />
      )}
      {/* A phone has no room for them beside the interval. */}
      <span className={clsx('contents', slides?.playing && 'max-sm:hidden')}>
        <FavoriteButton item={item} />
        <IconButton icon={Info} label={t('info')} pressed={info} onClick={onInfo} />
      </span>
      <OnlineButton item={item} isVersion={isVersion} />
      {onDownload && (
        <>
          <span aria-hidden className="mx-2 h-5 w-px bg-line-2" />
          <Button icon={Download} onClick={onDownload} aria-label={t('download')}>
            <span className="max-sm:hidden">{t('download')}</span>
          </Button>
        </>
      )}
    </header>
  )
}

/** Where the Office server opens such files. */
function OnlineButton({ item, isVersion }: Pick<HeadProps, 'item' | 'isVersion'>): ReactElement | null {
  onlineTypes.use()
  const mode = isVersion ? undefined : onlineModeOf(item)
  return mode ? (
    <Button
      icon={FilePen}
      onClick={() => openOnlineEditor(item, mode)}
      aria-label={t(mode === 'edit' ? 'editOnline' : 'viewOnline')}
      className="ml-2"
    >
      <span className="max-sm:hidden">{t(mode === 'edit' ? 'editOnline' : 'viewOnline')}</span>
    </Button>
  ) : null
}

function FavoriteButton({ item }: { item: Instance }): ReactElement | null {
  const actions = useExtension('fileActions')
  const [changed, setChanged] = useState<{ id: string; on: boolean }>()
  if (!actions || !item.fileAuth.includes('collect')) return null
  const on = changed?.id === item.instanceId ? changed.on : item.isCollect
  const toggle = () => {
    setChanged({ id: item.instanceId, on: !on })
    void actions.favorite([{ ...item, isCollect: on }], !on)
  }
  return (
    <IconButton
      icon={Star}
      label={t(on ? 'unfavorite' : 'favorite')}
      onClick={toggle}
      className={on ? '[&_svg]:fill-warn-fill [&_svg]:text-warn-fill' : undefined}
    />
  )
}

function PageButton({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }): ReactElement {
  return (
    <span
      className={`absolute top-1/2 -translate-y-1/2 ${side === 'left' ? 'left-5 md:group-has-[[data-preview-side-bar]]/content:left-[208px] max-md:left-2' : 'right-5 max-md:right-2'} max-md:group-has-[[data-preview-rows]]/content:top-auto max-md:group-has-[[data-preview-rows]]/content:bottom-2.5 max-md:group-has-[[data-preview-rows]]/content:translate-y-0`}
    >
      <IconButton
        icon={side === 'left' ? ChevronLeft : ChevronRight}
        label={t(side === 'left' ? 'previous' : 'next')}
        keys={side === 'left' ? 'Left' : 'Right'}
        onClick={onClick}
        className="!size-11 !rounded-full bg-press"
      />
    </span>
  )
}
