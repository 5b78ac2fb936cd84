import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { scratchInMemory } from './test/scratch.ts'

scratchInMemory()

const quickArgon2 = fileURLToPath(new URL('test/quick-argon2.ts', import.meta.url))

/** What needs a store of S3's protocol: a real one is started for all of them. */
export default defineConfig({
  test: {
    name: 'stores',
    include: ['src/**/*.stores.test.ts'],
    isolate: false,
    alias: [{ find: /^@node-rs\/argon2$/, replacement: quickArgon2 }],
    globalSetup: ['test/global-setup.ts', 'test/stores/setup.ts'],
    hookTimeout: 180_000,
    testTimeout: 120_000,
    // A second is not enough for what is waited for on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
})
