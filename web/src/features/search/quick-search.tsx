import { Dialog as Base } from '@base-ui/react/dialog'
import type { FoundDepartment } from '@clouddisk/contract/directory'
import { Building2, CircleAlert, Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { matchesKeys } from '../../lib/keys.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { QuickList } from './quick-list.tsx'
import type { QuickOption } from './quick-options.tsx'
import { clearRecent, recent as readRecent, rememberWord } from './recent.ts'
import { t } from './strings.ts'
import { type QuickSources, useQuickGroups } from './use-quick-groups.ts'

export interface QuickSearchProps extends QuickSources {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The quick search over the page: one field for files, people, groups, pages and commands. */
export function QuickSearch({ open, onOpenChange, ...sources }: QuickSearchProps): ReactElement {
  const popup = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element | null>(null)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fade-in fixed inset-0 z-[1100] bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-[1100] flex items-start justify-center md:pt-[9.5vh]">
          <Base.Popup
            ref={popup}
            initialFocus={() => {
              before.current = document.activeElement
              return field.current
            }}
            // What was chosen may have moved the focus, such as into the name of a new folder.
            finalFocus={() => {
              const now = document.activeElement
              const free = !now || now === document.body || popup.current?.contains(now)
              return free && before.current instanceof HTMLElement ? before.current : false
            }}
            className="rise-in flex max-h-[80vh] w-[720px] max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-xl bg-pop shadow-3 outline-none max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:rounded-none"
          >
            <Base.Title className="sr-only">{t('quick')}</Base.Title>
            <Content sources={sources} fieldRef={field} onClose={() => onOpenChange(false)} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

interface ContentProps {
  sources: QuickSources
  fieldRef: React.RefObject<HTMLInputElement | null>
  onClose: () => void
}

function Content({ sources, fieldRef, onClose }: ContentProps): ReactElement {
  const [text, setText] = useState('')
  const [department, setDepartment] = useState<FoundDepartment>()
  const [recent, setRecent] = useState(readRecent)
  const [cursor, setCursor] = useState<string>()
  const listId = useId()
  const typed = text.trim()
  const type = (next: string) => {
    setText(next)
    setCursor(undefined)
    fieldRef.current?.focus()
  }
  const look = (into: FoundDepartment | undefined) => {
    setDepartment(into)
    type('')
  }
  const results = useQuickGroups({ ...sources, typed, department, recent, onDepartment: look, onWord: type })
  const { groups, busy, error, nothing } = results
  const options = groups.flatMap((group) => group.options)
  const at = Math.max(
    0,
    options.findIndex(({ id }) => id === cursor),
  )
  const active = options[at]
  useAnnouncedCount(typed !== '' && !busy && !error ? options.length : undefined)
  const choose = (option: QuickOption, location: boolean) => {
    if (typed && !option.stays) rememberWord(typed)
    if (!option.stays) onClose()
    option.run(location)
  }
  const move = (to: number) => {
    const next = options[(to + options.length) % options.length]
    if (!next) return
    setCursor(next.id)
    document.getElementById(`${listId}-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 }
    const to = steps[event.key]
    const location = matchesKeys(event.nativeEvent, 'Mod+Enter')
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' && active) choose(active, location)
    else if (event.key === 'Backspace' && text === '' && department) look(undefined)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-5">
        {busy && typed ? (
          <Spinner size={20} className="shrink-0" />
        ) : (
          <Search size={20} aria-hidden className="shrink-0 text-mut" />
        )}
        {department && (
          <button
            type="button"
            onClick={() => look(undefined)}
            aria-label={t('leaveDepartment', { name: department.departmentName })}
            className="flex h-7 shrink-0 items-center gap-1.5 rounded-m bg-accent-soft px-2 text-secondary text-accent-text"
          >
            <Building2 size={14} aria-hidden />
            <span className="max-w-40 truncate">{department.departmentName}</span>
            <X size={14} aria-hidden />
          </button>
        )}
        <input
          ref={fieldRef}
          type="text"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
          aria-label={t('field')}
          placeholder={t('field')}
          value={text}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-[16px] text-fg outline-none placeholder:text-mut"
        />
        <Base.Close aria-label={`${t('close')} Esc`} className="rounded-s max-md:p-3">
          <Kbd keys="Esc" className="max-md:hidden" />
          <X size={18} aria-hidden className="text-mut md:hidden" />
        </Base.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {error && (
          <div role="alert" className="mx-3 my-2 flex items-center gap-3 text-secondary">
            <CircleAlert size={18} aria-hidden className="shrink-0 text-danger" />
            <p className="min-w-0 flex-1">
              {t('failed')} · {errorMessage(error)}
            </p>
            <Button size="small" onClick={results.retry}>
              {t('retry')}
            </Button>
          </div>
        )}
        {nothing &&
          (results.contentSearchable ? (
            <Notice title={t('nothingInNames', { keyword: typed })} text={t('nothingInNamesText')} />
          ) : (
            <Notice title={t('nothing', { keyword: typed })} text={t('nothingText')} />
          ))}
        {options.length === 0 && typed === '' && !department && <Notice text={t('emptyText')} />}
        <QuickList
          id={listId}
          groups={groups}
          active={active?.id}
          onPoint={setCursor}
          onChoose={choose}
          onClear={() => {
            clearRecent()
            setRecent(readRecent())
            fieldRef.current?.focus()
          }}
        />
      </div>
      <Footer />
    </>
  )
}

const Notice = ({ title, text }: { title?: string; text: string }): ReactElement => (
  <div role="status" className="px-6 py-7 text-center text-balance">
    {title && <p className="mb-1 text-section font-semibold break-words">{title}</p>}
    <p className="text-secondary text-mut">{text}</p>
  </div>
)

const Footer = (): ReactElement => (
  <div
    aria-hidden
    className="flex h-10 shrink-0 items-center gap-4 border-t border-line bg-field px-5 text-caption text-mut max-md:hidden"
  >
    <span className="flex items-center gap-1.5">
      <Kbd keys="Up" />
      <Kbd keys="Down" />
      {t('select')}
    </span>
    <span className="flex items-center gap-1.5">
      <Kbd keys="Enter" />
      {t('open')}
    </span>
    <span className="flex items-center gap-1.5">
      <Kbd keys="Mod+Enter" />
      {t('openLocation')}
    </span>
    <span className="flex-1" />
    <span className="max-lg:hidden">{t('hint')}</span>
  </div>
)

/** Says how much was found, once the answer is here. */
function useAnnouncedCount(count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) announce(t('found', { count }))
  }, [count])
}
