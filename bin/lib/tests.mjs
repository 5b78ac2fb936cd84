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

/** Within twenty minutes on two cores: what is not tagged `long`, and the browser tests that are tagged `@core`. */
export const test = (args) => testAs(CORE, args)

/** Everything, also on Ceph, Swift, nginx and LemonLDAP::NG, which it installs (Debian, as root). */
export const testAll = (args) => testAs(ALL, args)

const CORE = { stores: false, vitest: ['--tags-filter=!long'], playwright: ['--grep=@core'] }
const ALL = { stores: true, vitest: [], playwright: [] }

async function testAs(suite, args) {
  // Installs while the first checks run.
  const packages = ensurePackages(suite)
  packages.catch(() => undefined)
  const code = await report([
    ...CHECKS,
    [
      'system packages',
      async () => {
        await packages
        return suite.stores && missingForStores().length > 0 ? 1 : 0
      },
    ],
    // Tests also use the built page.
    ['page', () => ensureWebBuilt()],
    ['tests', () => runTests(suite, args)],
    ['browser tests', () => runBrowserTests(suite)],
  ])
  sayLastWords()
  if (suite === CORE)
    say(
      'Left out: long tests, browser tests without @core, and those on Ceph, Swift, nginx and LemonLDAP::NG. npm run test:all runs all.',
    )
  return code
}

/** What failed at first, as server/test/last-words.ts writes it. */
const failuresFile = join(packageFolder, '.cache', 'clouddisk', 'failures.json')

/** More failures than this have a common cause: none is run again. */
const AGAIN_MAX = 5

/**
 * Tests start whole servers, which share the cores with each other: a few that fail are decided by a second run with
 * nothing beside them. Those that pass then are named at the end.
 */
async function runTests(suite, args) {
  rmSync(failuresFile, { force: true })
  const env = testEnvironment()
  // Of paths that are named, all.
  const chosen = [...projects(suite), ...(args.length > 0 ? [] : suite.vitest)]
  const code = await run('vitest', ['run', WORKERS, ...chosen, ...args], {
    env: { ...env, LAST_WORDS: failuresFile },
  })
  const files = failures()?.files ?? []
  if (code === 0 || args.length > 0 || files.length === 0 || files.length > AGAIN_MAX) return code
  say(`Again, with nothing beside: ${files.join(', ')}`)
  const again = await run('vitest', ['run', '--maxWorkers=1', ...chosen, ...files], { env })
  if (again === 0) passedAgain.push(...files)
  return again
}

const passedAgain = []

/** Null if nothing failed. */
function failures() {
  try {
    return JSON.parse(readFileSync(failuresFile, 'utf8'))
  } catch {
    return null
  }
}

/** At the very end: of a long run often only the end of its output is kept. */
function sayLastWords() {
  const { text } = failures() ?? {}
  if (text !== undefined) say(text)
  if (passedAgain.length > 0)
    say(`Failed at first and passed when run again, with nothing beside: ${passedAgain.join(', ')}`)
}

async function runBrowserTests(suite) {
  const { chromium, shell } = browsers()
  const stores = withStores(suite) ? {} : { TEST_STORES: '0' }
  const env = { ...testEnvironment(), ...stores, CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell }
  const playwright = (...args) =>
    run('playwright', ['test', ...suite.playwright, ...args], { cwd: join(root, 'e2e'), env })
  // What an earlier run left says nothing about one that ends before it can write its own.
  rmSync(lastRun, { force: true })
  const code = await playwright()
  const failed = failedPages()
  if (code === 0 || failed === 0 || failed > AGAIN_MAX) return code
  say(`Again, with nothing beside: ${failed} of the browser tests`)
  const again = await playwright('--last-failed', '--workers=1')
  if (again === 0) passedAgain.push(`${failed} of the browser tests, named above`)
  return again
}

/** Playwright's own list of what failed, which `--last-failed` reads. */
const lastRun = join(root, 'test-results', '.last-run.json')

/** How many browser tests of the last run failed; 0 where it ended otherwise. */
function failedPages() {
  try {
    const { failedTests } = JSON.parse(readFileSync(lastRun, 'utf8'))
    return failedTests.length
  } catch {
    return 0
  }
}

const withStores = ({ stores }) => stores && missingForStores().length === 0

const projects = (suite) => (withStores(suite) ? [] : ['--project=!stores'])

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
