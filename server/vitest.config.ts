import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { scratchInMemory } from './test/scratch.ts'

scratchInMemory()

const quickArgon2 = fileURLToPath(new URL('test/quick-argon2.ts', import.meta.url))

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Theirs is vitest.stores.config.ts.
    exclude: ['**/*.stores.test.ts'],
    // Files take turns in a process: each keeps to a world of its own, and reading the whole server anew takes longer than
    // many of them.
    isolate: false,
    alias: [{ find: /^@node-rs\/argon2$/, replacement: quickArgon2 }],
    globalSetup: ['test/global-setup.ts'],
    // A database is cloned and processes are started in hooks, on machines with two cores.
    hookTimeout: 60_000,
    testTimeout: 120_000,
    // A second is not enough for what is waited for on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
})
