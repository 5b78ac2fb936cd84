import { ArrowDownToLine, FileText, Hash, Pencil, Search, Table, Text, WrapText } from 'lucide-react'
import { type FormEvent, type ReactElement, type RefObject, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { SegmentedControl } from '../../../ui/segmented.tsx'
import { EncodingSelect, type EncodingSelectProps } from './encodings.tsx'
import { t } from './strings.ts'
import type { TextActions } from './text-actions.ts'

export type ViewMode = 'table' | 'rendered' | 'source'

const MODES = {
  table: { label: t('viewTable'), icon: Table },
  rendered: { label: t('viewRendered'), icon: FileText },
  source: { label: t('viewSource'), icon: Text },
}

interface TextToolsProps {
  modes: readonly ViewMode[]
  mode: ViewMode
  onMode: (mode: ViewMode) => void
  wrap: boolean
  onWrap: (wrap: boolean) => void
  onFind: () => void
  actions: RefObject<TextActions | null>
  encoding: EncodingSelectProps
  isEmpty: boolean
  /** Undefined where the file cannot be edited. */
  onEdit: (() => void) | undefined
}

export function TextTools(props: TextToolsProps): ReactElement {
  const { modes, mode, onMode, wrap, onWrap, onFind, actions, encoding, isEmpty, onEdit } = props
  return (
    <div
      role="toolbar"
      aria-label={t('tools')}
      className="flex flex-wrap items-center gap-1 border-b border-line bg-bg px-3 py-1.5"
    >
      {modes.length > 1 && (
        <SegmentedControl
          label={t('view')}
          value={mode}
          onChange={onMode}
          options={modes.map((value) => ({ value, ...MODES[value] }))}
        />
      )}
      {!isEmpty && (
        <>
          <IconButton icon={Search} label={t('find')} keys="Mod+F" onClick={onFind} />
          {mode !== 'rendered' && (
            <>
              <GoToLine onLine={(line) => actions.current?.goToLine(line)} />
              <IconButton
                icon={ArrowDownToLine}
                label={t('toEnd')}
                onClick={() => actions.current?.toEnd()}
              />
            </>
          )}
          {mode === 'source' && (
            <IconButton icon={WrapText} label={t('wrap')} pressed={wrap} onClick={() => onWrap(!wrap)} />
          )}
          <EncodingSelect {...encoding} />
        </>
      )}
      {onEdit && (
        <Button size="small" icon={Pencil} onClick={onEdit} className="ml-auto">
          {t('edit')}
        </Button>
      )}
    </div>
  )
}

function GoToLine({ onLine }: { onLine: (line: number) => void }): ReactElement {
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const line = Number(input.current?.value)
    if (!Number.isInteger(line) || line < 1) return
    setOpen(false)
    onLine(line)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('goToLine')}
      initialFocus={input}
      className="p-3"
      trigger={<IconButton icon={Hash} label={t('goToLine')} />}
    >
      <form onSubmit={onSubmit} className="flex items-center gap-2">
        <input
          ref={input}
          type="number"
          min={1}
          aria-label={t('lineNumber')}
          placeholder={t('lineNumber')}
          className="h-8 w-32 rounded-m border border-ctl bg-field px-2.5 text-secondary"
        />
        <Button size="small" type="submit">
          {t('go')}
        </Button>
      </form>
    </Popover>
  )
}
