import type { HtmlTagDescriptor, Plugin } from 'vite'

type Bundle = Readonly<Record<string, { type: string; name?: string | undefined }>>

/**
 * Where the pieces of the file pages are, for boot.js to have them fetched while the page itself is, where such a page opens: else
 * they are asked for only once the page has run, a round trip later.
 */
export const filesHint = (): Plugin => ({
  name: 'clouddisk:files-hint',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: (_, { bundle }) => hintsFor(bundle ?? {}) },
})

const hintsFor = (bundle: Bundle): HtmlTagDescriptor[] =>
  ['files', 'files-page'].map((name) => ({
    tag: 'link',
    injectTo: 'head-prepend',
    attrs: { 'data-files': true, crossorigin: true, href: `/disk/${pieceOf(bundle, name)}` },
  }))

function pieceOf(bundle: Bundle, name: string): string {
  const found = Object.entries(bundle).find(([, one]) => one.type === 'chunk' && one.name === name)
  if (!found) throw new Error(`the page has no piece named ${name}`)
  return found[0]
}
