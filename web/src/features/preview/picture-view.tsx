import { Expand, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactElement, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '../../lib/limits.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { downloadAdvice, PreviewMessage } from './message.tsx'
import { fitToView, type PicturePlacement, panBy, type Size, ZOOM_STEP, zoomAt } from './picture-geometry.ts'
import { toggleFullScreen, usePinch, useWheel } from './picture-gestures.ts'
import { t } from './strings.ts'
import { LoadFailed } from './unsupported.tsx'

export interface PictureViewProps {
  url: string
  onRetry: () => void
  name: string
  onSize: (size: Size) => void
  onDownload: (() => void) | undefined
}

type LoadedPicture = { readonly size: Size } | 'broken' | undefined

/** A picture: fitted at first; wheel, pinch, buttons and keys zoom, dragging moves, R turns. */
export function PictureView(props: PictureViewProps): ReactElement {
  const { url, onRetry, name, onSize, onDownload } = props
  const loaded = usePicture(url)
  const size = typeof loaded === 'object' ? loaded.size : undefined
  useEffect(() => {
    if (size) onSize(size)
  }, [size, onSize])
  const limit = limits().previewPixelsMax
  if (loaded === undefined) return <Loading label={t('loading')} />
  if (loaded === 'broken' || !size) {
    return <LoadFailed url={url} onRetry={onRetry} onDownload={onDownload} />
  }
  if (size.width > limit || size.height > limit) {
    const text = t('pixelsText', { ...size, limit })
    return (
      <PreviewMessage
        title={t('pixelsTitle')}
        text={downloadAdvice(onDownload, text)}
        onDownload={onDownload}
      />
    )
  }
  return <Stage url={url} name={name} size={size} />
}

/** Its size is known before it is put on the screen, where it would be decoded in full. */
function usePicture(url: string): LoadedPicture {
  const [loaded, setLoaded] = useState<LoadedPicture>()
  useEffect(() => {
    setLoaded(undefined)
    const image = new Image()
    image.onload = () =>
      // A drawing without a size of its own gets a generous one.
      setLoaded({ size: { width: image.naturalWidth || 1200, height: image.naturalHeight || 900 } })
    image.onerror = () => setLoaded('broken')
    image.src = url
    return () => {
      image.onload = null
      image.onerror = null
    }
  }, [url])
  return loaded
}

/** Room kept free around a fitted picture: for the arrows beside it and the tools below it. */
const MARGIN = { side: 80, phone: 12, end: 96 }

function Stage({ url, name, size }: { url: string; name: string; size: Size }): ReactElement {
  const stage = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<Size>()
  const [pose, setPose] = useState<PicturePlacement>()
  const fitIn = useCallback(
    (turns = 0) => {
      if (view) setPose(fitToView(size, inner(view), turns))
    },
    [size, view],
  )
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setView({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => fitIn(), [fitIn])
  const zoom = (factor: number, point?: { x: number; y: number }) =>
    setPose((now) => now && view && panBy(zoomAt(now, factor, point), 0, 0, size, view))
  const actual = () => pose && zoom(1 / pose.scale)
  const turn = () => fitIn(((pose?.turns ?? 0) + 1) % 4)
  const fullScreen = () => void toggleFullScreen(stage.current?.closest('[role=dialog]'))
  const pan = (dx: number, dy: number) => setPose((now) => now && view && panBy(now, dx, dy, size, view))
  const isFitted =
    pose !== undefined && view !== undefined && pose.scale === fitToView(size, inner(view), pose.turns).scale
  useWheel(stage, zoom)
  const pointer = usePinch(stage, zoom, pan)
  useShortcuts(
    t('tools'),
    [
      { name: 'picture.in', label: t('zoomIn'), keys: '=', run: () => zoom(ZOOM_STEP) },
      { name: 'picture.in-plus', label: t('zoomIn'), keys: 'Plus', run: () => zoom(ZOOM_STEP) },
      { name: 'picture.out', label: t('zoomOut'), keys: '-', run: () => zoom(1 / ZOOM_STEP) },
      { name: 'picture.fit', label: t('fit'), keys: '0', run: () => fitIn(pose?.turns) },
      { name: 'picture.actual', label: t('actual'), keys: '1', run: actual },
      { name: 'picture.rotate', label: t('rotate'), keys: 'R', run: turn },
      { name: 'picture.full-screen', label: t('fullScreen'), keys: 'F', run: fullScreen },
    ],
    () => stage.current?.closest('[role=dialog]') ?? null,
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: every gesture has its key and its button below
    <div
      ref={stage}
      {...pointer}
      onDoubleClick={() => (isFitted ? actual() : fitIn(pose?.turns))}
      className="relative h-full touch-none overflow-hidden select-none"
    >
      {pose && (
        <img
          src={url}
          alt={name}
          draggable={false}
          className="absolute top-1/2 left-1/2 max-w-none rounded-[4px] shadow-3 will-change-transform"
          style={{
            width: size.width,
            height: size.height,
            transform: `translate(-50%, -50%) translate(${pose.x}px, ${pose.y}px) rotate(${pose.turns * 90}deg) scale(${pose.scale})`,
            cursor: isFitted ? 'zoom-in' : 'grab',
          }}
        />
      )}
      <div
        role="toolbar"
        aria-label={t('tools')}
        className="absolute bottom-6 left-1/2 flex -translate-x-1/2 items-center gap-1 rounded-l border border-line-2 bg-pop p-1.5 shadow-3"
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <IconButton
          icon={ZoomOut}
          label={t('zoomOut')}
          keys="-"
          tooltipSide="top"
          onClick={() => zoom(1 / ZOOM_STEP)}
        />
        <output className="tabular w-12 text-center text-secondary">
          {t('scale', { percent: Math.round((pose?.scale ?? 1) * 100) })}
        </output>
        <IconButton
          icon={ZoomIn}
          label={t('zoomIn')}
          keys="Plus"
          tooltipSide="top"
          onClick={() => zoom(ZOOM_STEP)}
        />
        <Divider />
        <IconButton
          icon={Maximize}
          label={t('fit')}
          keys="0"
          tooltipSide="top"
          onClick={() => fitIn(pose?.turns)}
        />
        <IconButton icon={RotateCw} label={t('rotate')} keys="R" tooltipSide="top" onClick={turn} />
        <Divider />
        <IconButton icon={Expand} label={t('fullScreen')} keys="F" tooltipSide="top" onClick={fullScreen} />
      </div>
    </div>
  )
}

const Divider = () => <span aria-hidden className="mx-1 h-5 w-px bg-line-2" />

const inner = (view: Size): Size => ({
  width: Math.max(80, view.width - 2 * (view.width < 768 ? MARGIN.phone : MARGIN.side)),
  height: Math.max(80, view.height - 2 * MARGIN.end),
})
