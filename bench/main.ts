import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Age, DAY } from './age.ts'
import { type Figure, reached, tableOf } from './figures.ts'
import { drawFlames } from './flames/flames.ts'
import { holdMemory } from './hold-memory.ts'
import { freeBytes, machine } from './machine.ts'
import { perform, SCENES } from './performance.ts'
import { findNginx } from './sides/nginx.ts'
import { Unavailable } from './sides/processes.ts'

/**
 * `npm run bench [-- --rounds N --only upload,page --dir FOLDER --keep]`: ratios against nginx and plain SQL on one
 * disk in one run. Ends with 0 where every line is reached, 1 where one is missed, 2 where it could not be measured.
 * First the server lives through a day (`age.ts`); `--fresh` leaves that out, `--age SECONDS,GIB` makes it short.
 * `--flames FOLDER` draws flame graphs of the server there instead.
 */

const ROUNDS_MIN = 5
const GiB = 1024 ** 3
/** GiB, without what ageing needs: of all scenes, and of the one that needs less. */
const ROOM = 75
const ROOM_DESKTOP = 25

const say = (line: string): void => void process.stderr.write(`${line}\n`)

function readArguments() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(ROUNDS_MIN) },
      only: { type: 'string', default: '' },
      dir: { type: 'string', default: tmpdir() },
      keep: { type: 'boolean', default: false },
      flames: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      age: { type: 'string' },
    },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Unavailable('--rounds takes a number from 1.')
  const only = values.only.split(',').filter(Boolean)
  const unknown = only.find((name) => !Object.hasOwn(SCENES, name))
  if (unknown)
    throw new Unavailable(`There is no scene ${unknown}; there are ${Object.keys(SCENES).join(', ')}.`)
  const flames = values.flames === undefined ? undefined : resolve(values.flames)
  const age = values.fresh ? undefined : ageOf(values.age)
  return { rounds, only, dir: resolve(values.dir), keep: values.keep, flames, age }
}

function ageOf(text: string | undefined): Age {
  if (text === undefined) return DAY
  const [seconds = Number.NaN, gib = Number.NaN, ...more] = text.split(',').map(Number)
  if (!(seconds >= 0 && gib >= 0) || more.length > 0)
    throw new Unavailable('--age takes seconds of mixed work and GiB that go up before, such as 600,20.')
  return { seconds, gib }
}

async function main(): Promise<number> {
  const { rounds, only, dir, keep, flames, age } = readArguments()
  const { version } = findNginx()
  // What has been deleted stays on the disk for a day.
  const room = (only.join() === 'desktop' ? ROOM_DESKTOP : ROOM) + Math.ceil(age?.gib ?? 0)
  if (freeBytes(dir) < room * GiB)
    throw new Unavailable(`${room} GiB free are needed in ${dir}; --dir names another place.`)
  const folder = await mkdtemp(join(dir, 'clouddisk-bench-'))
  const memory = holdMemory()
  const figures: Figure[] = []
  try {
    if (flames !== undefined) {
      await drawFlames(folder, flames, say)
      return 0
    }
    await perform({ folder, rounds, only, age, say, report: (more) => figures.push(...more) })
  } finally {
    memory.release()
    if (keep) say(`Kept: ${folder}`)
    else await rm(folder, { recursive: true, force: true })
    if (flames === undefined) print(figures, rounds, memory.note, machine(dir, version))
  }
  return figures.every((figure) => reached(figure) !== false) ? 0 : 1
}

function print(figures: readonly Figure[], rounds: number, memory: string, where: string): void {
  const what = `Medians of ${rounds} interleaved rounds (smallest–largest); ratios are taken within each round.`
  const before =
    'Before each turn `sync` writes what both sides have written, on all file systems, to the disk.'
  process.stdout.write(`\n${tableOf(figures)}\n\n${what}\n${before}\n${memory && `${memory}\n`}${where}.\n`)
  if (rounds < ROUNDS_MIN) process.stdout.write(`Fewer than ${ROUNDS_MIN} rounds: for a quick look only.\n`)
}

try {
  process.exitCode = await main()
} catch (error) {
  say(error instanceof Unavailable ? error.message : String(error instanceof Error ? error.stack : error))
  process.exitCode = 2
}
