import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['contract', 'client', 'server', 'web', 'e2e'],
    // Tests wait for disk and database half of the time: with one more than there are cores, all of them have work.
    maxWorkers: availableParallelism() + 1,
  },
})
