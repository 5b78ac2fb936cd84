import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { helpAddress } from './addresses.ts'
import { t } from './strings.ts'
import { GROUPS, type GroupName, type Topic } from './topics.ts'

interface TopicsProps {
  topics: readonly Topic[]
}

const groupsOf = (topics: readonly Topic[]) =>
  (Object.keys(GROUPS) as GroupName[]).map((group) => ({
    group,
    members: topics.filter(({ name }) => (GROUPS[group] as readonly string[]).includes(name)),
  }))

/** All topics by their titles, at the side of one. */
export function TopicList({ topics, current }: TopicsProps & { current: Topic | undefined }): ReactElement {
  return (
    <nav aria-label={t('topics')} className="min-h-0 flex-1 overflow-y-auto px-2 pb-6">
      {groupsOf(topics).map(({ group, members }) => (
        <div key={group} className="mb-3">
          <p aria-hidden className="px-3 pt-1 pb-1 text-caption font-semibold text-mut">
            {t(group)}
          </p>
          <ul aria-label={t(group)}>
            {members.map(({ name, title }) => (
              <li key={name}>
                <a
                  href={helpAddress(name)}
                  aria-current={name === current?.name ? 'page' : undefined}
                  className={clsx(
                    'flex min-h-8 items-center rounded-m px-3 py-1 text-body -outline-offset-2 pointer-coarse:min-h-11',
                    name === current?.name ? 'bg-sel font-semibold text-fg' : 'text-fg-2 hover:bg-hover',
                  )}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** All topics with what they are about. */
export function TopicCards({ topics }: TopicsProps): ReactElement {
  return (
    <div className="mx-auto max-w-[880px]">
      <h1 className="text-visitor font-semibold">{t('intro')}</h1>
      <p className="mt-1 text-secondary text-mut">{t('introText')}</p>
      {groupsOf(topics).map(({ group, members }) => (
        <section key={group} aria-labelledby={`help-${group}`} className="mt-6">
          <h2 id={`help-${group}`} className="mb-2 text-section font-semibold">
            {t(group)}
          </h2>
          <ul className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
            {members.map(({ name, title, summary }) => (
              <li key={name}>
                <a
                  href={helpAddress(name)}
                  className="block h-full rounded-l border border-line p-4 transition-colors hover:bg-hover"
                >
                  <span className="block text-body font-semibold">{title}</span>
                  <span className="mt-1 block text-secondary text-mut">{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
