import type { ReactElement } from 'react'
import { MarkdownArticle } from '../../../ui/markdown/markdown-article.tsx'
import { t } from './strings.ts'

/** A Markdown document. */
export const MarkdownView = ({ text }: { text: string }): ReactElement => (
  <section
    aria-label={t('contents')}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
    tabIndex={0}
    className="h-full overflow-auto bg-bg focus-visible:-outline-offset-2"
  >
    <MarkdownArticle text={text} className="mx-auto w-[min(800px,calc(100%-48px))] py-8" />
  </section>
)
