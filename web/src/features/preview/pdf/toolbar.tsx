import {
  ChevronDown,
  ChevronUp,
  Expand,
  type LucideIcon,
  Maximize,
  MoveHorizontal,
  PanelLeft,
  Printer,
  RotateCw,
  Search,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PageField } from '../page-field.tsx'
import { toggleFullScreen } from '../picture-gestures.ts'
import type { PdfViewerParts } from './pdf-viewer.ts'
import { t } from './strings.ts'
import type { PdfPosition } from './use-viewer.ts'

/** What is open above the toolbar. */
export type PdfPanel = 'search' | 'print' | undefined

interface PdfToolbarProps {
  parts: PdfViewerParts
  position: PdfPosition
  /** Pages of the document. */
  count: number
  panel: PdfPanel
  onPanel: (panel: PdfPanel) => void
  mayPrint: boolean
  sideBar: boolean
  onSideBar: () => void
}

/** Page, zoom and the panels; scrolls sideways on phones. */
export function PdfToolbar(props: PdfToolbarProps): ReactElement {
  const { parts, position, count, panel, onPanel, mayPrint, sideBar, onSideBar } = props
  const { viewer } = parts
  const toolbar = useRef<HTMLDivElement>(null)
  const toggle = (one: PdfPanel) => onPanel(panel === one ? undefined : one)
  const isWide = position.scaleValue === 'page-width'
  const fitWidth = () => {
    viewer.currentScaleValue = 'page-width'
  }
  const fitPage = () => {
    viewer.currentScaleValue = 'page-fit'
  }
  const tools = {
    previous: { name: 'pdf.previous', label: t('previousPage'), run: () => void viewer.previousPage() },
    next: { name: 'pdf.next', label: t('nextPage'), run: () => void viewer.nextPage() },
    zoomOut: { name: 'pdf.out', label: t('zoomOut'), keys: '-', run: () => viewer.decreaseScale() },
    zoomIn: { name: 'pdf.in', label: t('zoomIn'), keys: 'Plus', run: () => viewer.increaseScale() },
    fitPage: { name: 'pdf.fit', label: t('fitPage'), keys: '0', run: fitPage },
    fitWidth: { name: 'pdf.width', label: t('fitWidth'), keys: '1', run: fitWidth },
    rotate: {
      name: 'pdf.rotate',
      label: t('rotate'),
      keys: 'R',
      run: () => {
        viewer.pagesRotation = (viewer.pagesRotation + 90) % 360
      },
    },
    search: { name: 'pdf.search', label: t('search'), keys: 'Mod+F', run: () => onPanel('search') },
    sideBar: { name: 'pdf.side-bar', label: t('sideBar'), keys: 'S', run: onSideBar },
    print: { name: 'pdf.print', label: t('print'), keys: 'Mod+P', run: () => onPanel('print') },
    fullScreen: {
      name: 'pdf.full-screen',
      label: t('fullScreen'),
      keys: 'F',
      run: () => void toggleFullScreen(toolbar.current?.closest('[role=dialog]')),
    },
  }
  const { print, ...others } = tools
  useShortcuts(
    t('tools'),
    [
      ...Object.values(others),
      ...(mayPrint ? [print] : []),
      { ...tools.zoomIn, name: 'pdf.in-equals', keys: '=' },
    ],
    () => toolbar.current?.closest('[role=dialog]') ?? null,
  )
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t('tools')}
      className="pointer-events-auto flex max-w-full items-center gap-1 overflow-x-auto rounded-l border border-line-2 bg-pop p-1.5 shadow-3"
    >
      <Tool icon={ChevronUp} tool={tools.previous} wide />
      <PageField page={position.page} count={count} onGo={(page) => parts.links.goToPage(page)} />
      <Tool icon={ChevronDown} tool={tools.next} wide />
      <Divider />
      <Tool icon={ZoomOut} tool={tools.zoomOut} />
      <output className="tabular w-12 shrink-0 text-center text-secondary max-sm:hidden">
        {t('scale', { percent: Math.round(position.scale * 100) })}
      </output>
      <Tool icon={ZoomIn} tool={tools.zoomIn} />
      {isWide ? (
        <Tool icon={Maximize} tool={tools.fitPage} />
      ) : (
        <Tool icon={MoveHorizontal} tool={tools.fitWidth} />
      )}
      <Tool icon={RotateCw} tool={tools.rotate} />
      <Divider />
      <Tool
        icon={Search}
        tool={{ ...tools.search, run: () => toggle('search') }}
        pressed={panel === 'search'}
      />
      <Tool icon={PanelLeft} tool={tools.sideBar} pressed={sideBar} />
      {mayPrint && (
        <Tool icon={Printer} tool={{ ...print, run: () => toggle('print') }} pressed={panel === 'print'} />
      )}
      <Tool icon={Expand} tool={tools.fullScreen} wide />
    </div>
  )
}

interface ToolProps {
  icon: LucideIcon
  tool: { label: string; keys?: string; run: () => void }
  pressed?: boolean
  /** Not on phones, which scroll, and show the preview on the whole screen already. */
  wide?: boolean
}

const Tool = ({ icon, tool: { label, keys, run }, pressed, wide }: ToolProps) => (
  <IconButton
    icon={icon}
    label={label}
    keys={keys}
    pressed={pressed}
    tooltipSide="top"
    onClick={run}
    className={wide ? 'max-sm:hidden' : undefined}
  />
)

const Divider = () => <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line-2" />
