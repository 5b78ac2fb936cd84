import { defineConfig } from 'vitest/config'
import { LastWords } from './server/test/last-words.ts'

const lastWords = process.env.LAST_WORDS

export default defineConfig({
  test: {
    projects: ['contract', 'client', 'server', 'server/vitest.stores.config.ts', 'web', 'desktop', 'e2e'],
    reporters: ['default', ...(lastWords ? [new LastWords(lastWords)] : [])],
  },
})
