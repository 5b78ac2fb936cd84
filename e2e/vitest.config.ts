import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'proof',
    include: ['proof/**/*.test.ts'],
    // Each starts the product as processes of its own, several times.
    testTimeout: 300_000,
  },
})
