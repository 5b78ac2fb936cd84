import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'desktop',
    include: ['{src,test}/**/*.test.ts'],
    // Windows are opened and servers started, on machines with two cores.
    hookTimeout: 120_000,
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
