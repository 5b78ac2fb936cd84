import type { KeyboardEvent, ReactElement } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Marked, MarkedLine } from '../../ui/marks.tsx'
import { helpAddress } from './addresses.ts'
import type { Found } from './search.ts'
import { t } from './strings.ts'

/** ↑ and ↓ go from one result to the next. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const next = links[links.indexOf(event.target as HTMLAnchorElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** What a keyword finds in the help. */
export function FoundList({ found, keyword }: { found: readonly Found[]; keyword: string }): ReactElement {
  if (found.length === 0)
    return (
      <EmptyState
        illustration="search"
        heading="h1"
        title={t('nothing', { keyword })}
        text={t('nothingText')}
      />
    )
  return (
    <div className="mx-auto max-w-[760px]">
      <h1 className="text-section font-semibold" aria-live="polite">
        {t('found', { count: found.length })}
      </h1>
      <ul data-found aria-label={t('results')} className="-mx-3 mt-3 flex flex-col gap-1" onKeyDown={walk}>
        {found.map(({ topic, section, line }) => (
          <li key={`${topic.name} ${section.id}`}>
            <a
              href={helpAddress(section.id ? `${topic.name}/${section.id}` : topic.name)}
              className="block rounded-m px-3 py-2.5 -outline-offset-2 hover:bg-hover"
            >
              <span className="block text-body font-semibold">
                <Marked text={section.title} keyword={keyword} />
              </span>
              {section.id && <span className="block text-caption text-mut">{topic.title}</span>}
              <span className="mt-0.5 line-clamp-2 text-secondary text-fg-2">
                <MarkedLine text={line} keyword={keyword} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
