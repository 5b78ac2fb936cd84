import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { projects: ['contract', 'client', 'server', 'web', 'e2e'] },
})
