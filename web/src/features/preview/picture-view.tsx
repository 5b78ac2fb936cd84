import { Expand, type LucideIcon, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactElement, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '../../lib/limits.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { DownloadInstead, LoadFailed, type OnDownload } from './messages.tsx'
import { fitToView, type PicturePlacement, panBy, type Size, ZOOM_STEP, zoomAt } from './picture-geometry.ts'
import { toggleFullScreen, usePinch, useWheel } from './picture-gestures.ts'
import { t } from './strings.ts'

interface PictureViewProps {
  url: string
  onRetry: () => void
  name: string
  onSize: (size: Size) => void
  onDownload: OnDownload
}

type LoadedPicture = { readonly size: Size } | 'broken' | undefined

/** A picture, fitted at first; wheel, pinch, buttons and keys zoom, dragging moves, R rotates. */
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
    return <DownloadInstead title={t('pixelsTitle')} text={text} onDownload={onDownload} />
  }
  return <Stage url={url} name={name} size={size} />
}

/** Loads the picture's size before it is rendered, which would decode it in full. */
function usePicture(url: string): LoadedPicture {
  const [loaded, setLoaded] = useState<LoadedPicture>()
  useEffect(() => {
    setLoaded(undefined)
    const image = new Image()
    image.onload = () =>
      // An SVG without a size gets a default one.
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

/** Free space around a fitted picture, for the arrows and the toolbar, px. */
const MARGIN = { side: 80, phone: 12, end: 96 }

function Stage({ url, name, size }: { url: string; name: string; size: Size }): ReactElement {
  const stage = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<Size>()
  const [placement, setPlacement] = useState<PicturePlacement>()
  const fitIn = useCallback(
    (turns = 0) => {
      if (view) setPlacement(fitToView(size, inner(view), turns))
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
    setPlacement((now) => now && view && panBy(zoomAt(now, factor, point), 0, 0, size, view))
  const zoomIn = { name: 'picture.in', label: t('zoomIn'), keys: 'Plus', run: () => zoom(ZOOM_STEP) }
  const zoomOut = { name: 'picture.out', label: t('zoomOut'), keys: '-', run: () => zoom(1 / ZOOM_STEP) }
  const fit = { name: 'picture.fit', label: t('fit'), keys: '0', run: () => fitIn(placement?.turns) }
  const actual = {
    name: 'picture.actual',
    label: t('actual'),
    keys: '1',
    run: () => placement && zoom(1 / placement.scale),
  }
  const rotate = {
    name: 'picture.rotate',
    label: t('rotate'),
    keys: 'R',
    run: () => fitIn(((placement?.turns ?? 0) + 1) % 4),
  }
  const fullScreen = {
    name: 'picture.full-screen',
    label: t('fullScreen'),
    keys: 'F',
    run: () => void toggleFullScreen(stage.current?.closest('[role=dialog]')),
  }
  const pan = (dx: number, dy: number) => setPlacement((now) => now && view && panBy(now, dx, dy, size, view))
  const isFitted =
    placement !== undefined &&
    view !== undefined &&
    placement.scale === fitToView(size, inner(view), placement.turns).scale
  useWheel(stage, zoom)
  const pointer = usePinch(stage, zoom, pan)
  useShortcuts(
    t('tools'),
    [{ ...zoomIn, name: 'picture.in-equals', keys: '=' }, zoomIn, zoomOut, fit, actual, rotate, fullScreen],
    () => stage.current?.closest('[role=dialog]') ?? null,
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: every gesture has a key and a button
    <div
      ref={stage}
      {...pointer}
      onDoubleClick={() => (isFitted ? actual : fit).run()}
      className="relative h-full touch-none overflow-hidden select-none"
    >
      {placement && (
        <img
          src={url}
          alt={name}
          draggable={false}
          className="absolute top-1/2 left-1/2 max-w-none rounded-[4px] shadow-3 will-change-transform"
          style={{
            width: size.width,
            height: size.height,
            transform: `translate(-50%, -50%) translate(${placement.x}px, ${placement.y}px) rotate(${placement.turns * 90}deg) scale(${placement.scale})`,
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
        <ToolButton icon={ZoomOut} action={zoomOut} />
        <output className="tabular w-12 text-center text-secondary">
          {t('scale', { percent: Math.round((placement?.scale ?? 1) * 100) })}
        </output>
        <ToolButton icon={ZoomIn} action={zoomIn} />
        <Divider />
        <ToolButton icon={Maximize} action={fit} />
        <ToolButton icon={RotateCw} action={rotate} />
        <Divider />
        <ToolButton icon={Expand} action={fullScreen} />
      </div>
    </div>
  )
}

interface ToolButtonProps {
  icon: LucideIcon
  action: { label: string; keys: string; run: () => void }
}

const ToolButton = ({ icon, action: { label, keys, run } }: ToolButtonProps) => (
  <IconButton icon={icon} label={label} keys={keys} tooltipSide="top" onClick={run} />
)

const Divider = () => <span aria-hidden className="mx-1 h-5 w-px bg-line-2" />

const inner = (view: Size): Size => ({
  width: Math.max(80, view.width - 2 * (view.width < 768 ? MARGIN.phone : MARGIN.side)),
  height: Math.max(80, view.height - 2 * MARGIN.end),
})
