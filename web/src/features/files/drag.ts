import type { Instance } from '@clouddisk/contract/files'
import { type DropTarget, dropTargetAt } from '../../lib/drop-target.ts'
import { type DropVerdict, dragState as state } from './drag-state.ts'
import { t } from './drag-strings.ts'
import { copyItems, moveItems, removeItems, setFavorite } from './lazy-actions.ts'

/**
 * Dragging files within the page (DESIGN.md section 7). A drag continues while folders spring open, so it is
 * independent of a list. Drags from the desktop use the browser's drag and drop, see use-os-drop.ts.
 */

/** A folder under the pointer opens after this time. */
const SPRING_MS = 800
/** Width of the edge in which a list scrolls, px. */
const EDGE = 48

export interface DragOptions {
  readonly items: readonly Instance[]
  /** The caller's own root has two ids: its own and "0". */
  readonly rootId: string | undefined
  readonly openFolder: (folderId: string) => void
}

/** Whether items can be dropped on a target. `copy`: the copy modifier is held. */
export function judgeDrop(
  target: DropTarget,
  items: readonly Instance[],
  copy: boolean,
  rootId?: string,
): DropVerdict | undefined {
  const refuse = (text: string): DropVerdict => ({ allowed: false, text, copy: false })
  const may = (item: 'move' | 'copy' | 'delete' | 'collect') =>
    items.every((one) => one.fileAuth.includes(item))
  if (target.kind === 'trash') {
    return may('delete') ? { allowed: true, text: t('dragTrash'), copy: false } : refuse(t('dragForbidden'))
  }
  if (target.kind === 'favorites') {
    return may('collect')
      ? { allowed: true, text: t('dragFavorite'), copy: true }
      : refuse(t('dragForbidden'))
  }
  if (target.kind === 'groups') return refuse(t('dragPickGroup'))
  const id = target.instanceId === '0' ? rootId : target.instanceId
  if (items.some((item) => item.instanceId === id)) return refuse(t('dragInto'))
  if (copy) {
    if (!may('copy')) return refuse(t('dragForbidden'))
    return { allowed: true, text: t('dragCopy', { target: target.instanceName }), copy: true }
  }
  if (items.every((item) => item.parentId === id)) return refuse(t('dragSame'))
  if (!may('move')) return refuse(t('dragForbidden'))
  return { allowed: true, text: t('dragMove', { target: target.instanceName }), copy: false }
}

const isMac = /mac|iphone|ipad/i.test(navigator.platform)
const copies = (event: { ctrlKey: boolean; altKey: boolean }) => (isMac ? event.altKey : event.ctrlKey)

/**
 * Drags until the pointer is released; Esc cancels.
 * @param from the last pointer event; the pointer may have been released while this part was loading.
 */
export function beginDrag(options: DragOptions, from: PointerEvent): void {
  const { items, rootId } = options
  let at = { x: from.clientX, y: from.clientY }
  let copy = copies(from)
  let over: HTMLElement | undefined
  let target: DropTarget | undefined
  let spring: ReturnType<typeof setTimeout> | undefined
  let frame = 0

  const update = () => {
    const found = dropTargetAt(at.x, at.y)
    target = found?.target
    const isOpen = found?.element.dataset.dropOpen !== undefined
    const judged = target && judgeDrop(target, items, copy, rootId)
    // A drop into the same folder does nothing and shows no message.
    const verdict = isOpen && !judged?.allowed ? undefined : judged
    if (found?.element !== over) {
      unmark()
      over = found?.element
      if (found && !isOpen) armSpring(found.target, found.element)
    }
    if (over) over.dataset.dropOver = verdict?.allowed ? 'yes' : 'no'
    state.set({ items, ...at, verdict })
  }
  const unmark = () => {
    clearTimeout(spring)
    if (over) delete over.dataset.dropOver
    over = undefined
  }
  const armSpring = (next: DropTarget, element: HTMLElement) => {
    if (next.kind === 'groups') {
      const closed = element.querySelector<HTMLElement>('button[aria-expanded=false]')
      spring = setTimeout(() => closed?.click(), SPRING_MS)
      return
    }
    if (next.kind !== 'folder' || items.some((item) => item.instanceId === next.instanceId)) return
    spring = setTimeout(() => {
      unmark()
      options.openFolder(next.instanceId)
    }, SPRING_MS)
  }
  const scrollAtEdges = () => {
    autoScroll(at.x, at.y)
    update()
    frame = requestAnimationFrame(scrollAtEdges)
  }
  const onMove = (event: PointerEvent) => {
    at = { x: event.clientX, y: event.clientY }
    copy = copies(event)
  }
  const onKey = (event: KeyboardEvent) => {
    copy = copies(event)
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  const onUp = (event: PointerEvent) => {
    onMove(event)
    update()
    const drop = target
    end()
    if (drop) void performDrop(drop, items, copy, rootId)
  }
  const end = () => {
    cancelAnimationFrame(frame)
    unmark()
    state.set(undefined)
    listening.abort()
  }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', onUp, { signal })
  addEventListener('pointercancel', end, { signal })
  addEventListener('blur', end, { signal })
  addEventListener('keydown', onKey, { signal, capture: true })
  addEventListener('keyup', onKey, { signal, capture: true })
  if (isReleased(from)) onUp(from)
  else scrollAtEdges()
}

export const isReleased = (event: PointerEvent): boolean => event.type === 'pointerup'

/** Scrolls a list whose upper or lower edge is near; the nearer, the faster. */
export function autoScroll(x: number, y: number): void {
  const list = document.elementFromPoint(x, y)?.closest<HTMLElement>('[role=grid], [data-autoscroll]')
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  const above = EDGE - (y - top)
  const below = EDGE - (bottom - y)
  if (above > 0) list.scrollTop -= Math.ceil(above / 4)
  else if (below > 0) list.scrollTop += Math.ceil(below / 4)
}

async function performDrop(
  target: DropTarget,
  items: readonly Instance[],
  copy: boolean,
  rootId: string | undefined,
): Promise<void> {
  const verdict = judgeDrop(target, items, copy, rootId)
  if (!verdict?.allowed) return
  if (target.kind === 'trash') return removeItems(items)
  if (target.kind === 'favorites') return setFavorite(items, true)
  if (target.kind === 'groups') return
  const { instanceName } = target
  const folder = {
    instanceId: target.instanceId === '0' && rootId ? rootId : target.instanceId,
    instanceName,
    path: [instanceName],
  }
  return verdict.copy ? copyItems(items, folder) : moveItems(items, folder)
}
