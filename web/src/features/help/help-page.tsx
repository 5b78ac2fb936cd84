import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { type MouseEvent, type ReactElement, useRef } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { limits } from '../../lib/limits.ts'
import { usePhone } from '../../lib/media-query.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { publicConfigQuery } from '../../lib/public-config.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { helpAddress, placeAt } from './addresses.ts'
import { FoundList } from './found-list.tsx'
import { searchTopics } from './search.ts'
import { t } from './strings.ts'
import { TopicArticle } from './topic-article.tsx'
import { TopicCards, TopicList } from './topic-list.tsx'
import { loadTopics, type Topic } from './topics.ts'

export interface HelpPageProps {
  /** Of the topic; "" for all of them. */
  name: string
  /** The id of a heading. */
  heading: string
  keyword: string
  narrow: (keyword: string) => void
  go: (name: string, id: string | undefined) => void
}

/** The help: a topic, or all of them, or what a keyword finds. */
export function HelpPage(props: HelpPageProps): ReactElement {
  const { name, go } = props
  // Numbers in the texts are the server's.
  const configured = useQuery(publicConfigQuery)
  const {
    data: topics,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['help', language],
    queryFn: () => loadTopics(limits()),
    enabled: !configured.isPending,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const topic = topics?.find((one) => one.name === name)
  usePageTitle(topic?.title ?? t('title'))
  /** Links inside the help open without loading the page again. */
  const onClick = (event: MouseEvent) => {
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    const place = placeAt((event.target as Element).closest('a')?.getAttribute('href'))
    if (!plain || !place) return
    event.preventDefault()
    go(place.topic, place.id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: clicks of the links inside, which keys make too
    <div className="h-full" onClick={onClick}>
      {topics ? (
        <Help {...props} topics={topics} topic={topic} />
      ) : error ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

type HelpProps = HelpPageProps & { topics: readonly Topic[]; topic: Topic | undefined }

function Help(props: HelpProps): ReactElement {
  const { topics, topic, name, keyword, narrow } = props
  const phone = usePhone()
  const content = useRef<HTMLDivElement>(null)
  const field = (
    <SearchField
      label={t('search')}
      value={keyword}
      onChange={narrow}
      onEnter={() => content.current?.querySelector<HTMLElement>('[data-found] a')?.focus()}
    />
  )
  const shown = keyword.trim() ? (
    <FoundList found={searchTopics(topics, keyword)} keyword={keyword} />
  ) : topic ? (
    <TopicArticle topics={topics} topic={topic} heading={props.heading} />
  ) : name ? (
    <EmptyState illustration="search" heading="h1" title={t('noTopic')} text={t('noTopicText')}>
      <a href={helpAddress('')} className="text-accent-text hover:underline">
        {t('allTopics')}
      </a>
    </EmptyState>
  ) : (
    <TopicCards topics={topics} />
  )
  return phone ? (
    <div ref={content} className="h-full overflow-y-auto px-4 py-3">
      <search>{field}</search>
      {topic && (
        <a
          href={helpAddress('')}
          className="mt-2 -ml-1.5 flex h-11 w-fit items-center gap-1 text-secondary text-accent-text"
        >
          <ChevronLeft size={16} aria-hidden />
          {t('allTopics')}
        </a>
      )}
      <div className="pt-3 pb-8">{shown}</div>
    </div>
  ) : (
    <div className="flex h-full min-h-0">
      <div className="flex w-62 shrink-0 flex-col border-r border-line">
        <search className="p-4 pb-3">{field}</search>
        <TopicList topics={topics} current={topic} />
      </div>
      <div ref={content} className="min-w-0 flex-1 overflow-y-auto px-10 py-8 max-lg:px-6">
        {shown}
      </div>
    </div>
  )
}
