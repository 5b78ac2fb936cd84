import { saveDirectory } from '@clouddisk/contract/directories'
import {
  type DirectoryRun,
  type DirectoryRunKind,
  queryDirectoryRun,
  startDirectoryRun,
} from '@clouddisk/contract/directory-runs'
import type { DirectorySettings } from '@clouddisk/contract/directory-settings'
import { runDirectory } from '../src/features/directories/run.ts'
import type { Person } from './person.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE } from './slapd.ts'
import type { World } from './world.ts'

/** Directories in tests: set up by calls, run by the test. */

export interface TestDirectory {
  readonly directoryId: string
  run(kind?: DirectoryRunKind): Promise<DirectoryRun>
  change(settings: Partial<DirectorySettings>): Promise<void>
}

export async function directoryOf(
  world: World,
  admin: Person,
  url: string,
  settings: Partial<DirectorySettings> = {},
  { code = 'corp', protocol = 'ldap' }: { code?: string; protocol?: 'ldap' | 'activeDirectory' } = {},
): Promise<TestDirectory> {
  const common = { code, name: `目录 ${code}`, protocol }
  const { directoryId } = await admin.call(saveDirectory, {
    ...common,
    password: ADMIN_PASSWORD,
    settings: { url, tls: 'none', base: BASE, user: ADMIN_DN, ...settings },
  })
  return {
    directoryId,
    run: async (kind = 'full') => {
      const { runId } = await admin.call(startDirectoryRun, { directoryId, kind })
      await runDirectory(world.ctx, runId)
      return admin.call(queryDirectoryRun, { runId })
    },
    change: async (changed) => {
      await admin.call(saveDirectory, { ...common, directoryId, password: ADMIN_PASSWORD, settings: changed })
    },
  }
}
