import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['contract', 'client', 'server', 'server/vitest.stores.config.ts', 'web', 'desktop', 'e2e'],
  },
})
