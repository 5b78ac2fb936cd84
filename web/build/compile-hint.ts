import type { Plugin } from 'vite'

/**
 * Has Chromium compile a piece whole, while it still is fetched and beside the page's own thread, which otherwise stops for each
 * function that it calls first. Other browsers see a comment.
 */
export const compileHint = (piece: string): Plugin => ({
  name: 'clouddisk:compile-hint',
  apply: 'build',
  generateBundle: {
    // Counts in the first line alone, which Vite writes too.
    order: 'post',
    handler(_, bundle) {
      for (const one of Object.values(bundle))
        if (one.type === 'chunk' && one.name === piece) one.code = `//# allFunctionsCalledOnLoad\n${one.code}`
    },
  },
})
