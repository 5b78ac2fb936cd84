import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'client', include: ['{src,test}/**/*.test.ts'], testTimeout: 30_000 },
})
