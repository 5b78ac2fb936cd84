import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { type LabelColor, labelFault, labelKey, labelText } from '@clouddisk/contract/label-names'
import { nameReasonText } from '@clouddisk/contract/name-reasons'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactElement, type Ref, type RefObject, useId, useState } from 'react'
import { useDebounced } from '../../lib/debounce.ts'
import { language } from '../../lib/i18n.ts'
import { labelsQuery } from '../../lib/labels.ts'
import { LabelDot } from '../../ui/label-chips.tsx'
import { t } from './strings.ts'

interface Option {
  readonly name: string
  /** Absent for what is typed and is no label of the space yet. */
  readonly color?: LabelColor
}

interface LabelInputProps {
  /** Whose space the suggestions are of. */
  instanceId: string
  /** Keys that all items have already. */
  taken: ReadonlySet<string>
  onAdd: (name: string, color?: LabelColor) => void
  /** Backspace in the empty field. */
  onRemoveLast: () => void
  onEscape?: (() => void) | undefined
  /** The labels with the field: the suggestions open below or above both, so that they hide neither. */
  editor: RefObject<HTMLElement | null>
  ref?: Ref<HTMLInputElement>
}

/** A field for a label: Enter adds what is typed, the arrow keys choose of the suggestions. */
export function LabelInput(props: LabelInputProps): ReactElement {
  const { instanceId, taken, onAdd, onRemoveLast, onEscape, editor, ref } = props
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const noteId = useId()
  const text = labelText(typed)
  const key = labelKey(text)
  const query = useQuery({
    ...labelsQuery(instanceId, useDebounced(text)),
    placeholderData: (previous) => previous,
  })
  const problem = problemOf(text, taken)
  const known = (query.data ?? []).filter(
    ({ name }) => labelKey(name).startsWith(key) && !taken.has(labelKey(name)),
  )
  const exact = known.find(({ name }) => labelKey(name) === key)
  const own: Option[] = text === '' || problem ? [] : [exact ?? { name: text }]
  const options: Option[] = [...own, ...known.filter((one) => one !== exact)].slice(0, 8)
  const add = ({ name, color }: Option) => {
    setTyped('')
    onAdd(name, color)
  }
  return (
    <Base.Root
      items={options}
      mode="none"
      open={open && options.length > 0}
      onOpenChange={setOpen}
      openOnInputClick
      autoHighlight
      value={typed}
      itemToStringValue={(option: Option) => option.name}
      onValueChange={(value, { reason }) => {
        if (reason === 'item-press') {
          const chosen = options.find((option) => option.name === value)
          if (chosen) add(chosen)
        } else setTyped(value)
      }}
    >
      <Base.Input
        ref={ref}
        aria-label={t('addLabel')}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem ? noteId : undefined}
        placeholder={t('addHint')}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Backspace' && typed === '') onRemoveLast()
          // Without a list there is nothing highlighted that Enter could choose.
          if (event.key === 'Enter' && own[0] && !open) add(own[0])
          if (event.key === 'Escape' && onEscape && (!open || options.length === 0)) {
            event.stopPropagation()
            onEscape()
          }
        }}
        className={clsx(
          'h-8 w-full min-w-0 rounded-m border bg-bg px-2.5 text-secondary text-fg dark:bg-field',
          'focus-visible:-outline-offset-1 max-md:h-11 max-md:text-[16px]',
          problem ? 'border-danger' : 'border-ctl',
        )}
      />
      {problem && (
        <p id={noteId} role="alert" className="mt-1 text-caption text-danger">
          {problem}
        </p>
      )}
      <Base.Portal>
        <Base.Positioner
          anchor={editor}
          sideOffset={4}
          align="start"
          className="z-[1500]"
          // A landmark, as all content must be inside one.
          role="region"
          aria-label={t('suggestions')}
        >
          <Base.Popup className="pop-in max-h-[min(320px,var(--available-height))] w-[max(var(--anchor-width),200px)] overflow-y-auto rounded-l border border-line bg-pop p-1.5 text-fg shadow-2 outline-none">
            <Base.List className="outline-none" aria-label={t('suggestions')}>
              {(option: Option) => (
                <Base.Item
                  key={option.name}
                  value={option}
                  className="flex min-h-9 cursor-default items-center gap-2.5 rounded-m px-2.5 py-1 text-body outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
                >
                  {option.color ? (
                    <>
                      <LabelDot color={option.color} size={9} />
                      <span className="min-w-0 truncate">{option.name}</span>
                    </>
                  ) : (
                    <span className="min-w-0 truncate">{t('addTyped', { name: option.name })}</span>
                  )}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Why what is typed cannot be added; undefined where it can, or nothing is typed. */
function problemOf(text: string, taken: ReadonlySet<string>): string | undefined {
  if (text === '') return undefined
  const fault = labelFault(text)
  if (fault) return nameReasonText(fault, language)
  return taken.has(labelKey(text)) ? t('exists') : undefined
}
