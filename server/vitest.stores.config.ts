import { defineConfig } from 'vitest/config'

/** What needs a store of S3's protocol: a real one is started for all of them. */
export default defineConfig({
  test: {
    name: 'stores',
    include: ['src/**/*.stores.test.ts'],
    isolate: false,
    globalSetup: ['test/global-setup.ts', 'test/stores/setup.ts'],
    hookTimeout: 180_000,
    testTimeout: 60_000,
  },
})
