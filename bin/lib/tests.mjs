import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { packages as packageFolder, root, say } from './paths.mjs'
import { Failure, run } from './processes.mjs'
import { browsers, ensurePackages, missingForStores } from './system.mjs'
import { ensureWebBuilt } from './web.mjs'

const CHECKS = [
  ['lint and format', () => run('biome', ['ci', '--colors=off', '--error-on-warnings', '.'])],
  ['types', () => run('tsc', ['-b', '--pretty', 'false', '--builders', '2', '--checkers', '1'])],
]

export const check = () => report(CHECKS)

/** One more than cores: tests wait for disks and processes. By default vitest leaves a core free. */
const WORKERS = `--maxWorkers=${availableParallelism() + 1}`

/** CLOUDDISK_TEST_ALL=1: installs Ceph, Swift, nginx and LemonLDAP::NG, and runs the tests that need them. */
const all = process.env.CLOUDDISK_TEST_ALL === '1'

export async function test(args) {
  // Installs while the first checks run.
  const packages = ensurePackages({ stores: all })
  packages.catch(() => undefined)
  const code = await report([
    ...CHECKS,
    [
      'system packages',
      async () => {
        await packages
        return all && missingForStores().length > 0 ? 1 : 0
      },
    ],
    // Tests also use the built page.
    ['page', () => ensureWebBuilt()],
    ['tests', () => runTests(args)],
    ['browser tests', runBrowserTests],
  ])
  sayLastWords()
  if (!all)
    say(
      'Left out: tests that need Ceph, Swift, nginx or LemonLDAP::NG. CLOUDDISK_TEST_ALL=1 installs these and runs all.',
    )
  return code
}

/** What failed, in short, as server/test/last-words.ts writes it. */
const lastWords = join(packageFolder, '.cache', 'clouddisk', 'last-words.txt')

function runTests(args) {
  rmSync(lastWords, { force: true })
  return run('vitest', ['run', WORKERS, ...projects(), ...args], {
    env: { ...testEnvironment(), LAST_WORDS: lastWords },
  })
}

/** At the very end: of a long run often only the end of its output is kept. */
function sayLastWords() {
  try {
    say(readFileSync(lastWords, 'utf8'))
  } catch {
    // Nothing failed.
  }
}

async function runBrowserTests() {
  const { chromium, shell } = browsers()
  const stores = withStores() ? {} : { TEST_STORES: '0' }
  const env = { ...testEnvironment(), ...stores, CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell }
  return run('playwright', ['test'], { cwd: join(root, 'e2e'), env })
}

const withStores = () => all && missingForStores().length === 0

const projects = () => (withStores() ? [] : ['--project=!stores'])

/** Without the settings of an installation, whose data the tests would use. */
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

/** Runs all steps, also after failures. */
async function report(steps) {
  const failed = []
  for (const [name, step] of steps) {
    const startedAt = Date.now()
    const code = await step().catch((error) => {
      if (!(error instanceof Failure)) throw error
      say(error.message)
      return 1
    })
    if (code) failed.push(name)
    say(`${code ? 'FAILED' : 'passed'}: ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  }
  say(failed.length > 0 ? `Failed: ${failed.join(', ')}.` : 'All passed.')
  return failed.length > 0 ? 1 : 0
}
