import { type ReactElement, useEffect, useState } from 'react'
import { useDebounced } from '../../../lib/debounce.ts'
import { RangeField } from '../../../ui/range-field.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SearchSelect, type SearchSelectOption } from '../../../ui/search-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { CLEARED, isNarrowed } from './filter.ts'
import { useOwners } from './owners.ts'
import { t } from './strings.ts'
import type { Second } from './use-second.ts'

const ALL = 'all'

/** Words, whose, kind of space and time that the bin is narrowed by. */
export function FilterBar({ second }: { second: Second }): ReactElement {
  const { shown, narrow, finds } = second
  return (
    <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 py-1">
      <Keyword second={second} />
      {finds && <Owner second={second} />}
      <Select
        prefix={t('is', { label: t('kind') })}
        ariaLabel={t('kind')}
        className="w-auto! max-w-52 text-secondary!"
        value={shown.kind || ALL}
        onChange={(next) => narrow({ kind: next === ALL ? undefined : next })}
        options={[
          { value: ALL, label: t('all') },
          { value: 'user', label: t('user') },
          { value: 'group', label: t('group') },
        ]}
      />
      <RangeField
        prefix={t('is', { label: t('deleted') })}
        value={shown}
        onChange={({ from, to }) => narrow({ from: from || undefined, to: to || undefined })}
      />
      {isNarrowed(shown) && (
        <button
          type="button"
          onClick={() => narrow(CLEARED)}
          className="finger h-7 rounded-s px-1.5 text-secondary font-medium text-accent-text hover:underline"
        >
          {t('reset')}
        </button>
      )}
    </div>
  )
}

function Owner({ second }: { second: Second }): ReactElement {
  const { shown, narrow, list } = second
  const [kept, setKept] = useState<SearchSelectOption | null>(null)
  const owners = useOwners(true)
  // The address has the id alone: its name is known once it was chosen, or of what it owns.
  const named = list.loaded.find(({ ownerId }) => ownerId === shown.owner)?.ownerName
  const value =
    shown.owner === ''
      ? null
      : kept?.value === shown.owner
        ? kept
        : { value: shown.owner, label: named ?? t('chosenSpace') }
  return (
    <SearchSelect
      {...owners}
      prefix={t('is', { label: t('owner') })}
      ariaLabel={t('owner')}
      search={t('ownerSearch')}
      placeholder={t('anybody')}
      none={t('anybody')}
      className="w-auto! max-w-60 text-secondary!"
      value={value}
      onChange={(next) => {
        setKept(next)
        narrow({ owner: next?.value })
      }}
    />
  )
}

function Keyword({ second }: { second: Second }): ReactElement {
  const { shown, narrow, field, table } = second
  const [typed, setTyped] = useState(shown.keyword)
  const settled = useDebounced(typed.trim())
  const [known, setKnown] = useState(shown.keyword)
  // Emptied from elsewhere: by the reset.
  if (known !== shown.keyword) {
    setKnown(shown.keyword)
    if (shown.keyword !== typed.trim()) setTyped(shown.keyword)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed leads anywhere
  useEffect(() => {
    if (settled === typed.trim() && settled !== shown.keyword) narrow({ q: settled || undefined })
  }, [settled])
  const toTable = () => table.current?.focus()
  return (
    <SearchField
      ref={field}
      label={t('search')}
      value={typed}
      onChange={setTyped}
      onEscape={toTable}
      onEnter={toTable}
      className="md:w-[210px]!"
    />
  )
}
