import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { Kbd } from '../../ui/kbd.tsx'
import type { QuickGroup, QuickOption } from './quick-options.tsx'
import { t } from './strings.ts'

export interface QuickListProps {
  id: string
  groups: readonly QuickGroup[]
  active: string | undefined
  onPoint: (id: string) => void
  onChoose: (option: QuickOption, location: boolean) => void
  onClear: () => void
}

/** The groups of results; the field has the focus and names the active one. */
export function QuickList({ id, groups, active, onPoint, onChoose, onClear }: QuickListProps): ReactElement {
  const isRecent = groups.some((group) => group.id === 'words' || group.id === 'recent')
  return (
    <>
      <div id={id} role="listbox" aria-label={t('results')}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group.id} role="group" aria-label={group.label} className="mb-1.5">
            <p className="flex h-8 items-center justify-between px-3 text-caption text-mut" aria-hidden>
              <span className="font-semibold">{group.label}</span>
              <span className="tabular">{group.count}</span>
            </p>
            {group.options.map((option) => (
              <Option
                key={option.id}
                id={`${id}-${option.id}`}
                option={option}
                active={option.id === active}
                onPoint={() => onPoint(option.id)}
                onChoose={(location) => onChoose(option, location)}
              />
            ))}
          </div>
        ))}
      </div>
      {isRecent && (
        <button
          type="button"
          onClick={onClear}
          className="finger ml-3 h-8 rounded-s text-caption text-accent-text hover:underline"
        >
          {t('clearRecent')}
        </button>
      )}
    </>
  )
}

interface OptionProps {
  id: string
  option: QuickOption
  active: boolean
  onPoint: () => void
  onChoose: (location: boolean) => void
}

function Option({ id, option, active, onPoint, onChoose }: OptionProps): ReactElement {
  const { icon, label, note, tail, keys, located } = option
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      className={clsx(
        'flex min-h-11 cursor-default items-center gap-3 rounded-l px-3 py-1.5',
        active && 'bg-hover',
      )}
    >
      <span className="shrink-0">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body">{label}</span>
        {note && <span className="block truncate text-caption text-mut">{note}</span>}
      </span>
      {active && located ? (
        <span className="flex shrink-0 items-center gap-1.5 text-caption text-fg-2 max-md:hidden" aria-hidden>
          <Kbd keys="Enter" />
          {t('open')}
          <Kbd keys="Mod+Enter" className="ml-2" />
          {t('openLocation')}
        </span>
      ) : (
        tail && <span className="tabular max-w-[45%] shrink-0 truncate text-caption text-mut">{tail}</span>
      )}
      {keys && <Kbd keys={keys} className="max-md:hidden" />}
    </div>
  )
}
