import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Build, emptyFolder, FILES, ROOT, run } from './build.ts'
import { bundleClient, writeLicences } from './bundle.ts'
import { writeIco } from './icons.ts'
import { nodeFor } from './node-binary.ts'

/**
 * Windows: the client and Node as one program (a single executable application of Node.js), a small one that starts it
 * without a console, and an installer for the person alone.
 */

/** Named by Node.js: it looks for this mark in itself. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** @returns the files that were made. */
export async function buildWindows(build: Build): Promise<string[]> {
  const { version, epoch, work, out, isFast } = build
  const app = await emptyFolder(join(work, 'app'))
  await buildExecutable(build, app)
  await writeIco(join(app, 'clouddisk.ico'))
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
  const defines = [`-DAPP=${app}`, `-DVERSION=${version}`]
  await run('makensis', ['-V2', ...defines, join(FILES, 'starter.nsi')], { env })
  const file = join(out, `clouddisk-${version}-${build.target.name}-setup.exe`)
  const compressor = isFast ? ['-XSetCompressor zlib'] : ['-XSetCompressor /SOLID lzma']
  await run('makensis', ['-V2', ...compressor, ...defines, `-DOUT=${file}`, join(FILES, 'installer.nsi')], {
    env,
  })
  return [file]
}

async function buildExecutable({ target, work }: Build, app: string): Promise<void> {
  const [{ code, libraries }, node] = await Promise.all([bundleClient('cjs'), nodeFor(target)])
  await mkdir(app, { recursive: true })
  const main = join(work, 'main.cjs')
  const config = join(work, 'sea.json')
  const blob = join(work, 'sea.blob')
  await writeFile(main, code)
  const settings = {
    ...{ main, output: blob, disableExperimentalSEAWarning: true },
    // Snapshots and code caches are for one system only.
    ...{ useSnapshot: false, useCodeCache: false },
  }
  await writeFile(config, JSON.stringify(settings))
  await run(process.execPath, ['--experimental-sea-config', config])
  const program = join(app, 'clouddisk.exe')
  await copyFile(node.path, program)
  const postject = join(ROOT, 'node_modules/postject/dist/cli.js')
  await run(process.execPath, [postject, program, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE])
  await writeLicences(join(app, 'LICENCES.txt'), libraries, await readFile(node.licencePath, 'utf8'))
  await copyFile(join(ROOT, 'LICENSE'), join(app, 'LICENSE.txt'))
}
