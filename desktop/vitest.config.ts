import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { scratchInMemory } from '../server/test/scratch.ts'

scratchInMemory()

const inServer = (path: string): string => fileURLToPath(new URL(`../server/test/${path}`, import.meta.url))

export default defineConfig({
  test: {
    name: 'desktop',
    include: ['{src,test}/**/*.test.ts'],
    isolate: false,
    // Tests talk to the real server.
    alias: [{ find: /^@node-rs\/argon2$/, replacement: inServer('quick-argon2.ts') }],
    globalSetup: [inServer('global-setup.ts')],
    // Windows are opened and servers started, on machines with two cores.
    hookTimeout: 120_000,
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
