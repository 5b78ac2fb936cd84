import MarkdownIt, { type Token } from 'markdown-it'

/**
 * Markdown as HTML. HTML in the document is shown as text, links lead to web and mail addresses and inside the document only, and
 * pictures of other sites are named, not fetched: a sender would learn who reads.
 */

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })
markdown.validateLink = (url) => /^(https?:|mailto:|#)/i.test(url.trim()) || isInlinePicture(url)

const isInlinePicture = (url: string): boolean => /^data:image\/(png|jpeg|gif|webp);base64,/i.test(url)

/** What the product's own documents have besides: pictures and pages by name, and ids of headings: `## Title {#id}`. */
export interface OwnDocument {
  /** `![alt](#picture:name)`. */
  readonly picture: (name: string) => OwnPicture | undefined
  /** The address that a link within the product leads to: `[text](#name)`. */
  readonly addressOf: (name: string) => string
}
export interface OwnPicture {
  readonly src: string
  readonly width: number
  readonly height: number
}

/** Ids of headings begin so, that no document takes an id of the page. */
const ANCHOR = 'text-'

markdown.renderer.rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index]
  const source = String(token?.attrGet('src') ?? '')
  const alt = self.renderInlineAsText(token?.children ?? [], options, env)
  const own = ownOf(env)?.picture(source.replace('#picture:', ''))
  if (own)
    return `<img src="${escaped(own.src)}" width="${own.width}" height="${own.height}" loading="lazy" alt="${escaped(alt)}" />`
  if (isInlinePicture(source)) return `<img src="${escaped(source)}" alt="${escaped(alt)}" />`
  const host = hostOf(source)
  if (host === undefined) return escaped(alt || source)
  return `<button type="button" data-image="${escaped(source)}" data-host="${escaped(host)}">${escaped(alt)}</button>`
}

markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index]
  const href = String(token?.attrGet('href') ?? '')
  const own = ownOf(env)
  if (own && href.startsWith('#')) token?.attrSet('href', own.addressOf(href.slice(1)))
  else if (token && !href.startsWith('#')) {
    token.attrSet('target', '_blank')
    token.attrSet('rel', 'noopener noreferrer')
  }
  return self.renderToken(tokens, index, options)
}

markdown.renderer.rules.heading_open = (tokens, index, options, env, self) => {
  const slugs = (env as Environment | undefined)?.slugs ?? new Map<string, number>()
  const slug = (ownOf(env) && takeId(tokens[index + 1])) ?? slugOf(tokens[index + 1])
  const same = slugs.get(slug) ?? 0
  slugs.set(slug, same + 1)
  tokens[index]?.attrSet('id', `${ANCHOR}${slug}${same === 0 ? '' : `-${same}`}`)
  return self.renderToken(tokens, index, options)
}

/** `[ ]` and `[x]` at the start of a list item are boxes; they tell and do not change. */
markdown.core.ruler.after('inline', 'tasks', ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    const [first] = token.children ?? []
    if (token.type !== 'inline' || tokens[index - 2]?.type !== 'list_item_open' || first?.type !== 'text')
      continue
    const box = /^\[([ xX])\]\s+/.exec(first.content)
    if (!box) continue
    first.content = first.content.slice(box[0].length)
    first.meta = { task: box[1] === ' ' ? 'open' : 'done' }
    tokens[index - 2]?.attrJoin('class', 'task')
  }
})
const plainText = markdown.renderer.rules.text
markdown.renderer.rules.text = (tokens, index, options, env, self) => {
  const { task } = (tokens[index]?.meta ?? {}) as { task?: 'open' | 'done' }
  const text = plainText?.(tokens, index, options, env, self) ?? escaped(tokens[index]?.content ?? '')
  return task
    ? `<input type="checkbox" disabled data-task${task === 'done' ? ' checked' : ''} />${text}`
    : text
}

interface Environment {
  /** How often each heading has come. */
  readonly slugs: Map<string, number>
  readonly own?: OwnDocument | undefined
}
const ownOf = (env: unknown): OwnDocument | undefined => (env as Environment | undefined)?.own

/** The id that a heading ends with, taken from what is shown. */
function takeId(heading: Token | undefined): string | undefined {
  const last = heading?.children?.at(-1)
  const [written, id] = /\s*\{#([\w-]+)\}$/.exec(last?.content ?? '') ?? []
  if (last && written) last.content = last.content.slice(0, -written.length)
  return id
}

const slugOf = (heading: Token | undefined): string =>
  (heading?.content ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const escaped = (text: string): string => markdown.utils.escapeHtml(text)

function hostOf(url: string): string | undefined {
  try {
    const { protocol, host } = new URL(url)
    return protocol.startsWith('http') ? host : undefined
  } catch {
    return undefined
  }
}

export const renderMarkdown = (text: string, own?: OwnDocument): string =>
  markdown.render(text, { slugs: new Map(), own } satisfies Environment)

/** The id of the heading that a link inside the document names by `#` and its text, or its own id. */
export const anchorOf = (hash: string): string => {
  try {
    return ANCHOR + decodeURIComponent(hash.slice(1)).toLowerCase()
  } catch {
    return ANCHOR
  }
}
