import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root, say } from './paths.mjs'
import { Failure, run } from './processes.mjs'
import { browsers, ensurePackages, missingForStores } from './system.mjs'
import { ensureWebBuilt } from './web.mjs'

const CHECKS = [
  ['lint and format', () => run('biome', ['ci', '--colors=off', '--error-on-warnings', '.'])],
  ['types', () => run('tsc', ['-b', '--pretty', 'false', '--builders', '2', '--checkers', '1'])],
]

/** Lint, format and types. Both are told, whichever fails. */
export const check = () => report(CHECKS)

/**
 * By itself vitest leaves a core free: of two that is half of the machine. Set for a project it does not count. One more than
 * cores was tried: the same time, and browsers took a quarter longer.
 */
const WORKERS = `--maxWorkers=${availableParallelism()}`

/** Everything: what one step finds does not hide what the next would have found. */
export async function test(args) {
  // Beside what needs none of it.
  const packages = ensurePackages()
  packages.catch(() => undefined)
  return report([
    ...CHECKS,
    ['system packages', () => packages],
    // The server serves the built page, to tests as well.
    ['page', () => ensureWebBuilt()],
    ['tests', () => run('vitest', ['run', WORKERS, ...projects(), ...args], { env: testEnvironment() })],
    [
      'browser tests',
      async () => {
        const { chromium, shell } = browsers()
        const stores = hasStores() ? {} : { TEST_STORES: '0' }
        const env = { ...testEnvironment(), ...stores, CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell }
        return run('playwright', ['test'], { cwd: join(root, 'e2e'), env })
      },
    ],
    ['no tests skipped', leftOut],
  ])
}

const hasStores = () => missingForStores().length === 0

/** Vitest's own way of leaving a project out. */
const projects = () => (hasStores() ? [] : ['--project=!stores'])

/** Parts of the product whose tests need what this machine has not; said plainly, and a failure where all is asked for. */
async function leftOut() {
  const missing = missingForStores()
  if (missing.length === 0) return 0
  say(`Skipped: tests on S3 stores. They need ${missing.join(', ')}.`)
  return process.env.CLOUDDISK_TEST_ALL === '1' ? 1 : 0
}

/** Tests set what they need; an installation's own settings would send them to its data. */
const testEnvironment = () => ({
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^(CLOUDDISK_.*|DATABASE_URL|HOST|PORT)$/.test(name))
      .map((name) => [name, undefined]),
  ),
  NODE_ENV: 'test',
  // Colors are for terminals, not for logs.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
})

async function report(steps) {
  const failed = []
  for (const [name, step] of steps) {
    const begun = Date.now()
    const code = await step().catch((error) => {
      if (!(error instanceof Failure)) throw error
      say(error.message)
      return 1
    })
    if (code) failed.push(name)
    say(`${code ? 'FAILED' : 'passed'}: ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  }
  say(failed.length > 0 ? `Failed: ${failed.join(', ')}.` : 'All passed.')
  return failed.length > 0 ? 1 : 0
}
