import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runMachineProof } from '@clouddisk/client/test/machine-proof'
import { proveAccess } from './access.ts'
import { proveBrowser } from './browser.ts'
import { proveCrashes } from './crash.ts'
import { proveDesktop } from './desktop.ts'
import { proveDirectory } from './directory.ts'
import { proveFaults } from './faults/faults.ts'
import { proveLarge } from './large.ts'
import { proveModel } from './model-run.ts'
import { proveByMutation } from './mutate.ts'
import { provePhotos } from './photos.ts'
import { proveRollingRestarts } from './rolling.ts'
import { proveListsWhileScanning } from './scanning.ts'
import { proveScroll } from './scroll.ts'
import { proveSites } from './sites.ts'
import { proveSteps } from './steps.ts'
import { proveVisit } from './visit.ts'
import { proveListsWhileConverting } from './waiting.ts'

/**
 * `npm run proof`: the long seeded runs. Flags: --only crash|steps|model|machine|access|browser|scroll|photos|visit|waiting|scanning|directory|rolling|large|desktop|faults|sites, --seed N, --rounds
 * N (crashes, faults, sites), --files N (sites: small files that are synced), --steps N (model), --runs N (transfer machine), --checks N (access), --size MiB (the large file in the
 * browser, 256 at least), --deed (steps: those whose name contains it), --clients N and
 * --restarts N (rolling: people at work, and how often each server is restarted), --gib N, --on disk|direct|proxied and
 * --dir FOLDER (large and desktop: the file; large: where it goes; and where all of it lies meanwhile), --on direct|proxied (faults: how
 * files of several parts come into the bucket, else the first half proxied and the second direct). What fails tells its seed and can be made again with it. --mutations plants faults into a copy
 * of the source instead and tells which are caught (--fault: those whose name contains it).
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    rounds: { type: 'string', default: '200' },
    steps: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '3000' },
    checks: { type: 'string', default: '20000' },
    size: { type: 'string', default: '2048' },
    mutations: { type: 'boolean', default: false },
    fault: { type: 'string' },
    deed: { type: 'string' },
    clients: { type: 'string', default: '50' },
    restarts: { type: 'string', default: '3' },
    gib: { type: 'string', default: '20' },
    on: { type: 'string' },
    dir: { type: 'string', default: tmpdir() },
    files: { type: 'string', default: '2000' },
  },
})
const seed = values.seed === undefined ? Math.floor(Math.random() * 0x7fff_ffff) : Number(values.seed)
const say = (line: string): void => console.log(line)

const PROOFS: Record<string, () => Promise<void> | void> = {
  machine: () => {
    runMachineProof({ seed, runs: Number(values.runs) })
    say(`machine: ${values.runs} lives of the upload queue kept every rule and came to rest, seed ${seed}`)
  },
  access: () => proveAccess({ seed, checks: Number(values.checks), say }),
  steps: () => proveSteps({ only: values.deed, say }),
  model: () => proveModel({ seed, steps: Number(values.steps), say }),
  crash: () => proveCrashes({ seed, rounds: Number(values.rounds), say }),
  browser: () => proveBrowser({ seed, size: Number(values.size), say }),
  scroll: () => proveScroll(say),
  photos: () => provePhotos(say),
  visit: () => proveVisit(say),
  waiting: () => proveListsWhileConverting(say),
  scanning: () => proveListsWhileScanning(say),
  directory: () => proveDirectory(say),
  faults: () => proveFaults({ seed, rounds: Number(values.rounds), on: values.on, say }),
  sites: () => proveSites({ seed, files: Number(values.files), rounds: Number(values.rounds), say }),
  rolling: () =>
    proveRollingRestarts({
      seed,
      clients: Number(values.clients),
      restarts: Number(values.restarts),
      say,
    }),
  desktop: () => proveDesktop({ seed, gib: Number(values.gib), dir: resolve(values.dir), say }),
  large: () => proveLarge({ seed, gib: Number(values.gib), on: values.on, dir: resolve(values.dir), say }),
}

/** What else it takes to make a failure again. */
const AGAIN: Record<string, string> = {
  crash: ' --rounds 1',
  sites: ` --files ${values.files} --rounds ${values.rounds}`,
  browser: ` --size ${values.size}`,
  rolling: ` --clients ${values.clients} --restarts ${values.restarts}`,
  large: ` --gib ${values.gib}${values.on === undefined ? '' : ` --on ${values.on}`}`,
}

process.exitCode = (await (values.mutations ? proveByMutation(say, values.fault) : proveAll())) ? 0 : 1

/** One after the other, whatever becomes of those before; whether all passed. */
async function proveAll(): Promise<boolean> {
  let passed = true
  for (const [name, prove] of Object.entries(PROOFS)) {
    if (values.only !== undefined && values.only !== name) continue
    const begun = Date.now()
    try {
      await prove()
      say(`passed: ${name} (${Math.round((Date.now() - begun) / 1000)} s)`)
    } catch (error) {
      passed = false
      console.error(error)
      const more = name === 'faults' ? ` --rounds 1${onOf(error)}` : (AGAIN[name] ?? '')
      const again = `--only ${name} --seed ${seedOf(error) ?? seed}${more}`
      say(`FAILED: ${name}; again with: npm run proof -- ${again}`)
    }
  }
  return passed
}

/** A round of faults has its kind by how files came into the bucket, too. */
function onOf(error: unknown): string {
  const on = error instanceof Error ? /uploads (proxied|direct)/.exec(error.message)?.[1] : undefined
  return on === undefined ? '' : ` --on ${on}`
}

/** A crash round has a seed of its own. */
function seedOf(error: unknown): string | undefined {
  return error instanceof Error ? /seed (\d+)/.exec(error.message)?.[1] : undefined
}
