import { type MouseEvent, type ReactElement, useEffect, useMemo, useRef } from 'react'
import { confirm } from '../confirm.tsx'
import { anchorOf, type OwnDocument, renderMarkdown } from './markdown.ts'
import './markdown.css'
import { t } from './strings.ts'

/** Markdown as its author meant it. Nothing of it runs or is fetched by itself. */
export function MarkdownArticle({
  text,
  own,
  className = '',
}: {
  text: string
  own?: OwnDocument
  className?: string
}): ReactElement {
  const article = useRef<HTMLElement>(null)
  const html = useMemo(() => renderMarkdown(text, own), [text, own])
  useEffect(() => {
    if (!article.current) return
    article.current.innerHTML = html
    for (const button of article.current.querySelectorAll<HTMLElement>('[data-image]')) {
      const named = t('remoteImage', { host: button.dataset.host ?? '' })
      button.textContent = button.textContent ? `${button.textContent} (${named})` : named
    }
    for (const box of article.current.querySelectorAll<HTMLInputElement>('[data-task]'))
      box.setAttribute('aria-label', t(box.checked ? 'taskDone' : 'taskOpen'))
    for (const table of article.current.querySelectorAll('table, pre')) table.setAttribute('tabindex', '0')
  }, [html])
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const { image, host = '' } = target.closest<HTMLElement>('[data-image]')?.dataset ?? {}
    if (image !== undefined) void openImage(image, host)
    const hash = target.closest('a')?.getAttribute('href')
    if (!hash?.startsWith('#')) return
    event.preventDefault()
    article.current?.querySelector(`#${CSS.escape(anchorOf(hash))}`)?.scrollIntoView()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: clicks of the links and buttons inside, which keys make too
    <article ref={article} onClick={onClick} className={`markdown ${className}`} />
  )
}

/** The page may show pictures of its own server only; the new tab tells no more than the address. */
async function openImage(url: string, host: string): Promise<void> {
  const agreed = await confirm({
    type: 'info',
    title: t('remoteImageAsk'),
    text: t('remoteImageText', { host }),
    confirmText: t('openImage'),
  })
  if (agreed) window.open(url, '_blank', 'noopener,noreferrer')
}
