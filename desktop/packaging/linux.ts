import { createHash } from 'node:crypto'
import { copyFile, cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Build, emptyFolder, FILES, makeTar, ROOT, run } from './build.ts'
import { bundleClient, writeLicences } from './bundle.ts'
import { LOGO, writePng } from './icons.ts'
import { nodeFor } from './node-binary.ts'

/** Linux: a package of Debian, and an archive that runs where it is unpacked. */

const ICON_SIZES = [16, 22, 24, 32, 48, 64, 128, 256, 512]

/** @returns the files that were made. */
export async function buildLinux(build: Build): Promise<string[]> {
  const app = await appFolder(build)
  return [await buildTar(build, app), await buildDeb(build, app)]
}

/** The client, Node and the script that starts it. */
async function appFolder({ target, work }: Build): Promise<string> {
  const app = await emptyFolder(join(work, 'app'))
  const [{ code, libraries }, node] = await Promise.all([bundleClient('esm'), nodeFor(target)])
  await writeFile(join(app, 'clouddisk.mjs'), code, { mode: 0o644 })
  await copyFile(node.path, join(app, 'node'))
  await cp(join(FILES, 'clouddisk.sh'), join(app, 'clouddisk'), { mode: 0 })
  await run('chmod', ['755', join(app, 'node'), join(app, 'clouddisk')])
  await writeLicences(join(app, 'LICENCES.txt'), libraries, await readFile(node.licencePath, 'utf8'))
  return app
}

async function buildTar(build: Build, app: string): Promise<string> {
  const { target, version, work, out } = build
  const name = `clouddisk-${version}-${target.name}`
  const folder = await emptyFolder(join(work, 'tar', name))
  await cp(app, folder, { recursive: true })
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  await copyFile(LOGO, join(folder, 'clouddisk.svg'))
  const file = join(out, `${name}.tar.gz`)
  await makeTar(file, dirname(folder), name, build)
  return file
}

async function buildDeb(build: Build, app: string): Promise<string> {
  const { target, version, epoch, work, out, isFast } = build
  const arch = target.arch === 'x64' ? 'amd64' : 'arm64'
  const root = await emptyFolder(join(work, 'deb'))
  const share = join(root, 'usr/share')
  const lib = join(root, 'usr/lib/clouddisk')
  await cp(app, lib, { recursive: true, filter: (path) => !path.endsWith('LICENCES.txt') })
  await mkdir(join(root, 'usr/bin'))
  await symlink('../lib/clouddisk/clouddisk', join(root, 'usr/bin/clouddisk'))
  await put(join(share, 'applications/clouddisk.desktop'), await readFile(join(FILES, 'clouddisk.desktop')))
  const icons = join(share, 'icons/hicolor')
  for (const size of ICON_SIZES) await writePng(join(icons, `${size}x${size}/apps/clouddisk.png`), size)
  await put(join(icons, 'scalable/apps/clouddisk.svg'), await readFile(LOGO))
  const man = await readFile(join(FILES, 'clouddisk.1'), 'utf8')
  await put(join(share, 'man/man1/clouddisk.1.gz'), gzipSync(man.replace('VERSION', version), { level: 9 }))
  await writeDocs(join(share, 'doc/clouddisk'), app, build)
  await put(join(share, 'lintian/overrides/clouddisk'), await readFile(join(FILES, 'lintian-overrides')))
  await writeControl(root, arch, version)
  // Modes as Debian wants them, whatever the umask is here.
  await run('chmod', ['-R', 'u=rwX,go=rX', root])
  await run('find', [root, '-exec', 'touch', '-h', '-d', `@${epoch}`, '{}', '+'])
  const file = join(out, `clouddisk_${version}_${arch}.deb`)
  const compression = isFast ? ['-Zgzip', '-z1'] : ['-Zxz']
  await run('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  })
  return file
}

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function writeDocs(folder: string, app: string, { version, epoch }: Build): Promise<void> {
  const licences = await readFile(join(app, 'LICENCES.txt'))
  await put(join(folder, 'LICENCES.txt.gz'), gzipSync(licences, { level: 9 }))
  await put(join(folder, 'copyright'), await readFile(join(FILES, 'copyright')))
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')
  const entry = `clouddisk (${version}) stable; urgency=medium\n\n  * Version ${version}.\n\n -- ${MAINTAINER}  ${date}\n`
  await put(join(folder, 'changelog.gz'), gzipSync(entry, { level: 9 }))
}

/** Who answers for packages: a company that builds its own names itself. */
const MAINTAINER = process.env.CLOUDDISK_MAINTAINER ?? 'Clouddisk <clouddisk@localhost.localdomain>'

async function writeControl(root: string, arch: string, version: string): Promise<void> {
  const files = await filesIn(root)
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size))
  const kib = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024)
  const template = await readFile(join(FILES, 'control'), 'utf8')
  const values: Record<string, string> = { VERSION: version, ARCH: arch, SIZE: String(kib), MAINTAINER }
  await put(
    join(root, 'DEBIAN/control'),
    template.replace(/@(\w+)@/g, (_, name: string) => values[name] ?? ''),
  )
  const sums = await Promise.all(
    files.map(async (path) => {
      const sum = createHash('md5')
        .update(await readFile(path))
        .digest('hex')
      return `${sum}  ${relative(root, path)}\n`
    }),
  )
  await put(join(root, 'DEBIAN/md5sums'), sums.join(''))
}

/** Sorted, without links. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
