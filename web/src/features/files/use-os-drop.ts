import { type DragEvent, useEffect, useRef, useState } from 'react'
import { extensionFor, type FolderTarget } from '../../lib/extension-points.ts'

/** Files dragged from the desktop over the page. */
export interface OsDrop {
  /** Number of files and folders; the browser reveals nothing else before the drop. */
  readonly count: number
  /** The folder of a drop now. */
  readonly target: FolderTarget
  /** Whether the target is a folder row that the pointer has rested on. */
  readonly onRow: boolean
}

/** A folder under the pointer becomes the target after this time. */
const HOLD_MS = 300

const hasFiles = (event: DragEvent | globalThis.DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false

/** @param folder the open folder; undefined while loading or if it takes no files. */
export function useOsDrop(folder: FolderTarget | undefined) {
  const [drop, setDrop] = useState<OsDrop>()
  const held = useRef<HTMLElement>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => keepPage(), [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const leave = () => {
    clearTimeout(timer.current)
    if (held.current) delete held.current.dataset.dropOver
    held.current = undefined
    setDrop(undefined)
  }
  const hold = (element: HTMLElement | undefined, count: number) => {
    if (!folder || element === held.current) return
    clearTimeout(timer.current)
    if (held.current) delete held.current.dataset.dropOver
    held.current = element
    setDrop({ count, target: folder, onRow: false })
    const target = element && rowTarget(element, folder)
    if (!target) return
    timer.current = setTimeout(() => {
      element.dataset.dropOver = 'yes'
      setDrop({ count, target, onRow: true })
    }, HOLD_MS)
  }
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = folder ? 'copy' : 'none'
    if (!folder) return
    const count = [...event.dataTransfer.items].filter((item) => item.kind === 'file').length
    const element = (event.target as Element).closest<HTMLElement>('[data-drop=folder]') ?? undefined
    if (drop === undefined) setDrop({ count, target: folder, onRow: false })
    hold(element, count)
  }
  const onDragLeave = (event: DragEvent) => {
    const to = event.relatedTarget
    if (!(to instanceof Node && event.currentTarget.contains(to))) leave()
  }
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    // A quick drop may precede the rendered state.
    const target = drop?.target ?? folder
    if (target) extensionFor('upload')?.takeDropped(event.dataTransfer, target)
    leave()
  }
  return { drop, handlers: { onDragOver, onDragEnter: onDragOver, onDragLeave, onDrop } }
}

function rowTarget(element: HTMLElement, folder: FolderTarget): FolderTarget | undefined {
  const { dropId, dropName } = element.dataset
  if (dropId === undefined || dropName === undefined || dropId === folder.instanceId) return undefined
  return { ...folder, instanceId: dropId, instanceName: dropName, path: [...folder.path, dropName] }
}

/** Prevents the browser from navigating to a file dropped beside the list. */
function keepPage(): () => void {
  const keep = (event: globalThis.DragEvent) => {
    if (!hasFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', keep)
  addEventListener('drop', keep)
  return () => {
    removeEventListener('dragover', keep)
    removeEventListener('drop', keep)
  }
}
