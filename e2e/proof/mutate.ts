import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Catcher, CONTROLS, MUTATIONS, type Mutation } from './mutations.ts'

/** Plants each fault into a copy of the source and tells whether it is caught; the source itself is not touched. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WORKSPACES = ['contract', 'client', 'server', 'desktop', 'e2e']
const FILES = ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'vitest.config.ts']

/** Answers whether all were caught. `only`: those whose name contains it. */
export async function proveByMutation(say: (line: string) => void, only = ''): Promise<boolean> {
  const copy = await copySource()
  try {
    for (const control of CONTROLS) {
      const { failed, output } = await attempt(copy, control)
      if (failed) throw new Error(`fails without any fault planted: ${JSON.stringify(control)}\n${output}`)
    }
    const chosen = MUTATIONS.filter((mutation) => mutation.name.includes(only))
    let missed = 0
    for (const mutation of chosen) {
      const seen = await plant(copy, mutation)
      if (seen === undefined) missed++
      say(seen === undefined ? `MISSED: ${mutation.name}` : `caught: ${mutation.name} (${seen})`)
    }
    say(`mutations: ${chosen.length - missed} of ${chosen.length} planted faults were caught`)
    return missed === 0
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** By what the fault was seen; undefined where it was not. */
async function plant(copy: string, mutation: Mutation): Promise<string | undefined> {
  const path = join(copy, mutation.file)
  const sound = await readFile(path, 'utf8')
  if (sound.split(mutation.find).length !== 2)
    throw new Error(`${mutation.file} has changed; plant anew: ${mutation.name}`)
  await writeFile(
    path,
    sound.replace(mutation.find, () => mutation.replace),
  )
  try {
    const { failed, output } = await attempt(copy, mutation.caughtBy)
    return failed ? innermostOf(output) : undefined
  } finally {
    await writeFile(path, sound)
  }
}

/** The last cause that is told, in one line. */
function innermostOf(output: string): string {
  const causes = [...output.matchAll(/(?:\[cause\]: |^)((?:AssertionError|\w*Error|internal)\b.*)$/gm)]
  return (causes.at(-1)?.[1] ?? output.trim().split('\n').at(-1) ?? '').slice(0, 160)
}

async function attempt(copy: string, catcher: Catcher): Promise<{ failed: boolean; output: string }> {
  const args =
    'proof' in catcher
      ? [join(copy, 'e2e/proof/main.ts'), ...catcher.proof]
      : [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', catcher.test]
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000)
    })
  const [code] = await once(child, 'close')
  return { failed: code !== 0, output }
}

/** The packages are linked, ours to the copy's own workspaces. */
async function copySource(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'clouddisk-mutation-'))
  const filter = (path: string) =>
    !/\/(node_modules|dist|test-results)(\/|$)/.test(path.slice(ROOT.length - 1))
  for (const name of [...WORKSPACES, ...FILES])
    await cp(join(ROOT, name), join(copy, name), { recursive: true, filter })
  const packages = join(ROOT, 'node_modules')
  await mkdir(join(copy, 'node_modules', '@clouddisk'), { recursive: true })
  for (const name of await readdir(packages))
    if (name !== '@clouddisk') await symlink(join(packages, name), join(copy, 'node_modules', name))
  for (const name of WORKSPACES) {
    await symlink(join(copy, name), join(copy, 'node_modules', '@clouddisk', name))
    const own = join(ROOT, name, 'node_modules')
    if (existsSync(own)) await symlink(own, join(copy, name, 'node_modules'))
  }
  // Tests of the page are not run here.
  await mkdir(join(copy, 'web'))
  await writeFile(join(copy, 'web', 'vitest.config.ts'), 'export default {}\n')
  return copy
}
