import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const CONFIG = fileURLToPath(new URL('../vite.visitor.config.ts', import.meta.url))
const ADDRESS = /^\/disk\/filedownload\/*(?=\?|$)/i

/**
 * The page of visitors of external links. It is built by itself after the other one: in one build both would share pieces,
 * and a visitor would fetch the shell for what the two have in common.
 */
export const visitorPage = (): Plugin => ({
  name: 'clouddisk:visitor-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      request.url = request.url?.replace(ADDRESS, '/disk/visitor.html')
      next()
    })
  },
  closeBundle: {
    sequential: true,
    async handler() {
      if (this.meta.watchMode || this.environment.mode !== 'build') return
      await build({ configFile: CONFIG, logLevel: 'warn' })
    },
  },
})
