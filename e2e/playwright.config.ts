import { defineConfig } from '@playwright/test'
import { CHROMIUM, CHROMIUM_FLAGS } from './support/chromium.ts'

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  workers: 2,
  // One by one: a long file would be left to one worker at the end.
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./support/last-words.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_FLAGS },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
