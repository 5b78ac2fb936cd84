import { defineConfig } from 'vitest/config'
import { LastWords } from './server/test/last-words.ts'

const lastWords = process.env.LAST_WORDS

export default defineConfig({
  test: {
    // Of a file: `// @module-tag long` at its head.
    tags: [
      { name: 'long', description: 'Takes longer than npm test has time for; npm run test:all runs it.' },
    ],
    projects: ['contract', 'client', 'server', 'server/vitest.stores.config.ts', 'web', 'desktop', 'e2e'],
    reporters: ['default', ...(lastWords ? [new LastWords(lastWords)] : [])],
  },
})
