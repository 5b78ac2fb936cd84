import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { extensionFor, type FolderTarget } from '../../lib/extension-points.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import { clearClipboard } from './clipboard.ts'
import { areaName, t } from './strings.ts'
import { useTypeAhead } from './type-ahead.ts'
import type { FolderArea } from './use-folder-area.ts'

/**
 * Shortcuts of an open folder (DESIGN.md section 6). The list handles cursor and selection; these act on the
 * selection.
 * @param main the column with head and list; keys without a focused element count as pressed in it.
 */
export function useFolderKeys(
  area: FolderArea,
  main: RefObject<HTMLElement | null>,
): (event: KeyboardEvent) => void {
  const { targets, actionsOn, onFolder, target, abilities } = area
  const one = actionsOn(targets)
  const within = () => (nothingHasFocus() ? document.body : main.current)
  const nothing = { label: t('delete'), run: () => toast.info(t('nothingSelected')) }
  useShortcuts(
    areaName(area.area),
    [
      one.rename,
      one.remove.visible ? one.remove : { ...one.remove, ...nothing, visible: targets.count === 0 },
      one.cut,
      one.copyToClipboard,
      onFolder.paste,
      onFolder.undo,
      one.favorite,
      one.labels,
      one.properties,
      one.download,
      one.share,
      one.copyLocation,
      onFolder.openParent,
      // Without keys: the quick search offers them.
      onFolder.newFolder,
      onFolder.uploadFiles,
      onFolder.uploadFolder,
      { name: 'list.focus', label: t('toList'), keys: 'Down', run: area.focusList },
      { name: 'list.open', label: t('open'), keys: 'Enter' },
      { name: 'list.select-all', label: t('selectAll'), keys: 'Mod+A' },
      { name: 'list.toggle', label: t('select'), keys: 'Space' },
      { name: 'list.clear', label: t('clearSelection'), keys: 'Esc' },
      { name: 'list.menu', label: t('more'), keys: 'Shift+F10' },
    ],
    within,
  )
  usePastedFiles(abilities.canUpload ? target : undefined, main)
  const typeAhead = useTypeAhead(area)
  return (event) => {
    if (typeAhead(event)) event.preventDefault()
    else if (event.key === 'Escape' && area.count === 0 && clearClipboard()) event.preventDefault()
  }
}

/** Do not override copying of selected text. */
const nothingHasFocus = (): boolean =>
  document.activeElement === document.body && getSelection()?.isCollapsed !== false

/** Uploads files pasted from the system's clipboard, such as a screenshot. */
function usePastedFiles(target: FolderTarget | undefined, main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!target) return
    const onPaste = (event: ClipboardEvent) => {
      const data = event.clipboardData
      const here = nothingHasFocus() || (event.target instanceof Node && main.current?.contains(event.target))
      const typing = event.target instanceof Element && event.target.closest('input, textarea')
      if (!data || data.files.length === 0 || !here || typing) return
      event.preventDefault()
      extensionFor('upload')?.takeDropped(data, target)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [target, main])
}
