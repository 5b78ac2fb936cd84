import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { scratchInMemory } from '../server/test/scratch.ts'
import { IN_THE_SHELL } from './support/chromium.ts'

scratchInMemory()

export default defineConfig({
  testDir: 'tests',
  // They need a store of S3's protocol, which not every machine has.
  testIgnore: process.env.TEST_STORES === '0' ? ['**/*.stores.spec.ts'] : [],
  outputDir: '../test-results',
  // More than cores take no less time: servers, databases and browsers share them.
  workers: Math.min(availableParallelism(), 4),
  // One by one: a long file would be left to one worker at the end.
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./support/last-words.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    // Movement is drawn frame by frame, and each click waits for its end; three-windows.spec.ts shows the page with it.
    contextOptions: { reducedMotion: 'reduce' },
    ...IN_THE_SHELL,
    // A worker's requests are not the page's, which tests hold back and count; pwa.spec.ts has one.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
