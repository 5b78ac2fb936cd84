import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['contract', 'client', 'server', 'web', 'e2e'],
    // By itself one core is left free: of two that is half, while these tests wait for disk and database much of the time.
    maxWorkers: Math.max(2, availableParallelism()),
  },
})
