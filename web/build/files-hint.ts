import type { HtmlTagDescriptor, Plugin } from 'vite'

interface Piece {
  readonly type: string
  readonly name?: string | undefined
  /** The module that it is fetched for. */
  readonly facadeModuleId?: string | null
}
type Bundle = Readonly<Record<string, Piece>>

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
  [
    pieceOf(bundle, 'files', ({ name }) => name === 'files'),
    // By its module: pages of other features are named like it.
    pieceOf(bundle, 'files-page', (piece) => FILES_PAGE.test(piece.facadeModuleId ?? '')),
  ].map((piece) => ({
    tag: 'link',
    injectTo: 'head-prepend',
    attrs: { 'data-files': true, crossorigin: true, href: `/disk/${piece}` },
  }))

const FILES_PAGE = /features[\\/]files[\\/]files-page\.tsx$/

function pieceOf(bundle: Bundle, name: string, is: (piece: Piece) => boolean): string {
  const found = Object.entries(bundle).find(([, one]) => one.type === 'chunk' && is(one))
  if (!found) throw new Error(`the page has no piece named ${name}`)
  return found[0]
}
