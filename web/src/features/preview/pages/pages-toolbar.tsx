import {
  ChevronDown,
  ChevronUp,
  Expand,
  type LucideIcon,
  Maximize,
  MoveHorizontal,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PageField } from '../page-field.tsx'
import { t } from '../pdf/strings.ts'
import { ZOOM_STEP } from '../picture-geometry.ts'
import { toggleFullScreen } from '../picture-gestures.ts'
import type { Pages } from './use-pages.ts'

/** Page and zoom, by the keys of the PDF viewer. */
export function PagesToolbar({ pages, count }: { pages: Pages; count: number }): ReactElement {
  const toolbar = useRef<HTMLDivElement>(null)
  const { current, fit, goTo, zoomBy, fitTo } = pages
  const dialog = () => toolbar.current?.closest('[role=dialog]') ?? null
  const tools = {
    previous: { name: 'pages.previous', label: t('previousPage'), run: () => goTo(current - 1) },
    next: { name: 'pages.next', label: t('nextPage'), run: () => goTo(current + 1) },
    zoomOut: { name: 'pages.out', label: t('zoomOut'), keys: '-', run: () => zoomBy(1 / ZOOM_STEP) },
    zoomIn: { name: 'pages.in', label: t('zoomIn'), keys: 'Plus', run: () => zoomBy(ZOOM_STEP) },
    fitPage: { name: 'pages.fit', label: t('fitPage'), keys: '0', run: () => fitTo('page') },
    fitWidth: { name: 'pages.width', label: t('fitWidth'), keys: '1', run: () => fitTo('width') },
    fullScreen: {
      name: 'pages.full-screen',
      label: t('fullScreen'),
      keys: 'F',
      run: () => void toggleFullScreen(dialog()),
    },
  }
  useShortcuts(
    t('tools'),
    [...Object.values(tools), { ...tools.zoomIn, name: 'pages.in-equals', keys: '=' }],
    dialog,
  )
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t('tools')}
      className="pointer-events-auto flex max-w-full items-center gap-1 overflow-x-auto rounded-l border border-line-2 bg-pop p-1.5 shadow-3"
    >
      {count > 1 && (
        <>
          <Tool icon={ChevronUp} tool={tools.previous} wide />
          <PageField page={current} count={count} onGo={goTo} />
          <Tool icon={ChevronDown} tool={tools.next} wide />
          <Divider />
        </>
      )}
      <Tool icon={ZoomOut} tool={tools.zoomOut} />
      <Tool icon={ZoomIn} tool={tools.zoomIn} />
      {fit === 'width' ? (
        <Tool icon={Maximize} tool={tools.fitPage} />
      ) : (
        <Tool icon={MoveHorizontal} tool={tools.fitWidth} />
      )}
      <Divider />
      <Tool icon={Expand} tool={tools.fullScreen} />
    </div>
  )
}

interface ToolProps {
  icon: LucideIcon
  tool: { label: string; keys?: string; run: () => void }
  /** Not on phones, where one scrolls. */
  wide?: boolean
}

const Tool = ({ icon, tool: { label, keys, run }, wide }: ToolProps) => (
  <IconButton
    icon={icon}
    label={label}
    keys={keys}
    tooltipSide="top"
    onClick={run}
    className={wide ? 'max-sm:hidden' : undefined}
  />
)

const Divider = () => <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line-2" />
