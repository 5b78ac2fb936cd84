import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { anchorOf, type OwnDocument } from '../../ui/markdown/markdown.ts'
import { MarkdownArticle } from '../../ui/markdown/markdown-article.tsx'
import { helpAddress } from './addresses.ts'
import { pictureOf } from './pictures.ts'
import { t } from './strings.ts'
import type { Topic } from './topics.ts'

const OWN: OwnDocument = { picture: pictureOf, addressOf: helpAddress }

export interface TopicArticleProps {
  topics: readonly Topic[]
  topic: Topic
  /** The id of a heading that is scrolled to. */
  heading: string
}

/** One topic, its contents at the side where there is space, and the way to its neighbours. */
export function TopicArticle({ topics, topic, heading }: TopicArticleProps): ReactElement {
  const article = useRef<HTMLDivElement>(null)
  // Reading goes on at the heading, also for who hears the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another topic has other headings
  useEffect(() => {
    const at = heading ? `#${CSS.escape(anchorOf(`#${heading}`))}` : 'h1'
    const target = article.current?.querySelector<HTMLElement>(at)
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
    if (heading) target.scrollIntoView()
  }, [heading, topic])
  const at = topics.indexOf(topic)
  const contents = topic.sections.filter(({ id }) => id !== undefined)
  return (
    <div className="mx-auto flex max-w-[1040px] gap-10">
      <div className="min-w-0 flex-1">
        <div ref={article}>
          <MarkdownArticle
            text={topic.text}
            own={OWN}
            className="max-w-[760px] [&_img]:rounded-m [&_img]:border [&_img]:border-line"
          />
        </div>
        <nav className="mt-10 flex max-w-[760px] gap-3 border-t border-line pt-4 max-md:flex-col">
          <Neighbour topic={topics[at - 1]} label={t('previous')} />
          <Neighbour topic={topics[at + 1]} label={t('next')} next />
        </nav>
      </div>
      {contents.length > 1 && (
        <nav
          aria-label={t('onThisPage')}
          className="sticky top-0 w-44 shrink-0 self-start text-secondary max-xl:hidden"
        >
          <p aria-hidden className="mb-2 font-semibold">
            {t('onThisPage')}
          </p>
          <ul className="border-l border-line">
            {contents.map(({ id = '', title }) => (
              <li key={id}>
                <a
                  href={helpAddress(`${topic.name}/${id}`)}
                  className="block py-1 pl-3 text-fg-2 -outline-offset-2 hover:text-fg hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

interface NeighbourProps {
  topic: Topic | undefined
  label: string
  next?: boolean
}

function Neighbour({ topic, label, next = false }: NeighbourProps): ReactElement {
  if (!topic) return <span className="flex-1" />
  return (
    <a
      href={helpAddress(topic.name)}
      className={`flex flex-1 items-center gap-3 rounded-l border border-line px-4 py-3 hover:bg-hover ${next ? 'flex-row-reverse text-right' : ''}`}
    >
      {next ? <ChevronRight size={18} aria-hidden /> : <ChevronLeft size={18} aria-hidden />}
      <span className="min-w-0 flex-1">
        <span className="block text-caption text-mut">{label}</span>
        <span className="block text-body font-semibold">{topic.title}</span>
      </span>
    </a>
  )
}
