import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Build, emptyFolder, FILES, makeTar, ROOT, run } from './build.ts'
import { bundleClient, writeLicences } from './bundle.ts'
import { writeIcns } from './icons.ts'
import { nodeFor } from './node-binary.ts'

/** macOS: an application with Node in it, in an archive. Signing needs a Mac and a certificate (docs/desktop.md). */

/** @returns the files that were made. */
export async function buildMacos(build: Build): Promise<string[]> {
  const { target, version, work, out } = build
  const folder = await emptyFolder(join(work, 'tar'))
  const contents = join(folder, 'Clouddisk.app', 'Contents')
  const [programs, resources] = [join(contents, 'MacOS'), join(contents, 'Resources')]
  await mkdir(programs, { recursive: true })
  await mkdir(resources, { recursive: true })
  const [{ code, libraries }, node] = await Promise.all([bundleClient('esm'), nodeFor(target)])
  await copyFile(node.path, join(programs, 'node'))
  await copyFile(join(FILES, 'clouddisk-macos.sh'), join(programs, 'clouddisk'))
  await run('chmod', ['755', join(programs, 'node'), join(programs, 'clouddisk')])
  await writeFile(join(resources, 'clouddisk.mjs'), code)
  await writeIcns(join(resources, 'clouddisk.icns'))
  await writeLicences(join(resources, 'LICENCES.txt'), libraries, await readFile(node.licencePath, 'utf8'))
  await copyFile(join(ROOT, 'LICENSE'), join(resources, 'LICENSE.txt'))
  const plist = await readFile(join(FILES, 'Info.plist'), 'utf8')
  await writeFile(join(contents, 'Info.plist'), plist.replaceAll('@VERSION@', version))
  const file = join(out, `clouddisk-${version}-${target.name}.tar.gz`)
  await makeTar(file, folder, 'Clouddisk.app', build)
  return [file]
}
