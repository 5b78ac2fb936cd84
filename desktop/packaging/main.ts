import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { emptyFolder, epochOfSources, ROOT, VERSION } from './build.ts'
import { buildLinux } from './linux.ts'
import { buildMacos } from './macos.ts'
import { TARGETS } from './targets.ts'
import { buildWindows } from './windows.ts'

/** `npm run desktop:package -- [target …]`: packages of the desktop client, into desktop/dist. */

const OWN = `linux-${process.arch}`

const BUILDERS = { linux: buildLinux, win: buildWindows, macos: buildMacos }

async function build(
  names: readonly string[],
  { out, fast }: { out: string; fast?: boolean },
): Promise<void> {
  const chosen = TARGETS.filter(({ name }) => (names.length === 0 ? name === OWN : names.includes(name)))
  const unknown = names.filter((name) => !TARGETS.some((target) => target.name === name))
  if (unknown.length > 0) throw new Error(`There is no target ${unknown.join(', ')}.`)
  await mkdir(out, { recursive: true })
  const epoch = await epochOfSources()
  for (const target of chosen) {
    const work = await emptyFolder(join(ROOT, '.tsbuild', 'packages', target.name))
    const files = await BUILDERS[target.system]({
      ...{ target, epoch, work, out, version: VERSION, isFast: fast === true },
    })
    for (const file of files)
      process.stdout.write(`${file} ${((await stat(file)).size / 1e6).toFixed(1)} MB\n`)
  }
}

await new Command('desktop:package')
  .description('Build packages of the desktop client.')
  .argument('[target...]', `${TARGETS.map(({ name }) => name).join(', ')}; ${OWN} by default`)
  .option('--out <folder>', 'where they go', join(ROOT, 'desktop', 'dist'))
  .addOption(new Option('--fast', 'compress little, for tests'))
  .action(build)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  })
