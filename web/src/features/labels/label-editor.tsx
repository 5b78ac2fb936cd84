import type { Instance } from '@clouddisk/contract/files'
import { type LabelColor, labelKey } from '@clouddisk/contract/label-names'
import { LIMITS } from '@clouddisk/contract/limits'
import { Plus, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { LabelDot } from '../../ui/label-chips.tsx'
import { ColorMenu } from './color-menu.tsx'
import { LabelInput } from './label-input.tsx'
import { addLabel, colorLabel, hasLabel, removeLabel } from './mutations.ts'
import { t } from './strings.ts'

/** A label of some of the items. */
interface SharedLabel {
  readonly key: string
  readonly name: string
  readonly color: LabelColor
  readonly having: readonly Instance[]
}

/** The labels of some items, in the order of the items. */
export function labelsOf(items: readonly Instance[]): SharedLabel[] {
  const found = new Map<string, SharedLabel>()
  for (const { labels, labelColors } of items)
    for (const [index, name] of labels.entries()) {
      const key = labelKey(name)
      if (found.has(key)) continue
      const having = items.filter((item) => hasLabel(item, key))
      found.set(key, { key, name, color: labelColors[index] ?? 'gray', having })
    }
  return [...found.values()]
}

interface LabelEditorProps {
  items: readonly Instance[]
  /** Whether the caller may change them. */
  editable: boolean
  /** The field is there at once, instead of after a button. */
  ready?: boolean | undefined
  onFilter?: ((label: string) => void) | undefined
}

/** The labels of items, each change of which is made at once. */
export function LabelEditor({ items, editable, ready = false, onFilter }: LabelEditorProps): ReactElement {
  const [adding, setAdding] = useState(ready)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const editor = useRef<HTMLDivElement>(null)
  const labels = labelsOf(items)
  const [first] = items
  const full = items.every((item) => item.labels.length >= LIMITS.labelsMax)
  const last = labels.at(-1)
  useEffect(() => {
    if (!adding || ready) return
    // Before its suggestions open, so that they find room below it.
    field.current?.scrollIntoView({ block: 'center' })
    field.current?.focus({ preventScroll: true })
  }, [adding, ready])
  const remove = ({ name, having }: SharedLabel) => {
    void removeLabel(having, name)
    // The button goes with its label.
    ;(field.current ?? button.current)?.focus()
  }
  const stop = () => {
    setAdding(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <div ref={editor} className="flex flex-col gap-2.5">
      {(labels.length > 0 || (editable && !adding && !full)) && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('labels')}>
          {labels.map((label) => (
            <li
              key={label.key}
              className="flex h-7 max-w-full min-w-0 items-center rounded-s bg-field pr-1 pl-0.5 text-secondary"
            >
              {editable && label.having[0] ? (
                <ColorMenu
                  name={label.name}
                  color={label.color}
                  onChange={(color) =>
                    label.having[0] && void colorLabel(label.having[0], nameIn(label), color)
                  }
                />
              ) : (
                <span className="flex size-6 items-center justify-center">
                  <LabelDot color={label.color} size={9} />
                </span>
              )}
              <Name label={label} count={items.length} onFilter={onFilter} />
              {editable && label.having.length < items.length && (
                <ChipButton
                  icon={Plus}
                  label={t('addToAll', { name: label.name, count: items.length })}
                  onClick={() => void addLabel(items, label.name, label.color)}
                />
              )}
              {editable && (
                <ChipButton
                  icon={X}
                  label={t('remove', { name: label.name })}
                  onClick={() => remove(label)}
                />
              )}
            </li>
          ))}
          {editable && !adding && !full && (
            <li>
              <button
                ref={button}
                type="button"
                aria-label={t('addLabel')}
                onClick={() => setAdding(true)}
                className="finger relative flex h-7 items-center gap-1 rounded-s border border-dashed border-ctl px-2 text-secondary text-fg-2 hover:bg-hover hover:text-fg"
              >
                <Plus size={14} aria-hidden />
                {t('add')}
              </button>
            </li>
          )}
        </ul>
      )}
      {editable && full && <p className="text-caption text-mut">{t('full', { limit: LIMITS.labelsMax })}</p>}
      {editable && adding && !full && first && (
        <div>
          <LabelInput
            ref={field}
            editor={editor}
            instanceId={first.instanceId}
            taken={
              new Set(labels.filter(({ having }) => having.length === items.length).map(({ key }) => key))
            }
            onAdd={(name, color) => void addLabel(items, name, color)}
            onRemoveLast={() => last && void removeLabel(last.having, last.name)}
            onEscape={ready ? undefined : stop}
          />
        </div>
      )}
    </div>
  )
}

/** As the first item that has it spells it. */
const nameIn = ({ key, name, having }: SharedLabel): string =>
  having[0]?.labels.find((label) => labelKey(label) === key) ?? name

interface NameProps {
  label: SharedLabel
  count: number
  onFilter: LabelEditorProps['onFilter']
}

function Name({ label: { name, having }, count, onFilter }: NameProps): ReactElement {
  const content = (
    <>
      <span className="truncate">{name}</span>
      {having.length < count && (
        <span className="tabular shrink-0 text-caption text-mut">
          {t('some', { some: having.length, count })}
        </span>
      )}
    </>
  )
  const className = 'flex min-w-0 items-center gap-1.5 px-1'
  return onFilter ? (
    <button
      type="button"
      aria-label={t('filterBy', { name })}
      title={t('filterBy', { name })}
      onClick={() => onFilter(name)}
      className={`${className} finger relative rounded-s hover:underline`}
    >
      {content}
    </button>
  ) : (
    <span className={className}>{content}</span>
  )
}

const ChipButton = (props: { icon: typeof X; label: string; onClick: () => void }): ReactElement => (
  <button
    type="button"
    aria-label={props.label}
    title={props.label}
    onClick={props.onClick}
    className="finger relative flex size-6 shrink-0 items-center justify-center rounded-s text-mut hover:bg-press hover:text-fg"
  >
    <props.icon size={13} aria-hidden />
  </button>
)
