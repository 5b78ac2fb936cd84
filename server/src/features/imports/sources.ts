import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'
import type { ImportSource, ImportSourceKind } from '@clouddisk/contract/imports'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import type { Source } from './sources/entry.ts'
import type { Credentials } from './sources/http-client.ts'
import { openServerFolder } from './sources/server-folder.ts'
import { openWebDav } from './sources/webdav.ts'

/** Old drives that administrators have configured. Nobody imports from another address. */

export interface ConfiguredSource {
  readonly id: string
  readonly name: string
  readonly kind: ImportSourceKind
  readonly address: string
}

/** Sources that a person may use: WebDAV servers ask for a password of their own, folders of the server name who may. */
const usable = (db: Reader, personId: string) =>
  db
    .selectFrom('import_source as s')
    .select(['s.id', 's.name', 's.kind', 's.address'])
    .where((eb) =>
      eb.or([
        eb('s.kind', '=', 'webdav'),
        eb.exists(
          eb
            .selectFrom('import_source_person as p')
            .select('p.person_id')
            .whereRef('p.source_id', '=', 's.id')
            .where('p.person_id', '=', personId),
        ),
      ]),
    )

export async function usableSources(db: Reader, personId: string): Promise<ImportSource[]> {
  const rows = await usable(db, personId).orderBy('s.name').orderBy('s.id').execute()
  return rows.map(({ id, name, kind }) => ({ sourceId: id, name, kind }))
}

export async function usableSource(
  db: Reader,
  personId: string,
  sourceId: string,
): Promise<ConfiguredSource> {
  if (!isId(sourceId)) refuseNotFound('importSource')
  const source = await usable(db, personId).where('s.id', '=', sourceId).executeTakeFirst()
  return source ?? refuseNotFound('importSource')
}

export async function openSource(
  ctx: Context,
  { kind, address }: Pick<ConfiguredSource, 'kind' | 'address'>,
  credentials: Credentials | undefined,
): Promise<Source> {
  if (kind === 'webdav') return openWebDav(address, credentials)
  return openServerFolder(await allowedFolder(ctx, address))
}

/**
 * The folder without links in its path. Refused where the environment does not allow it, or not any more. People do not learn where
 * it lies on the server.
 */
async function allowedFolder(ctx: Context, address: string): Promise<string> {
  const real = await realpath(address).catch(() => undefined)
  if (real === undefined) return refuse('import_gone', { name: '/' })
  for (const folder of ctx.config.importFolders) {
    const allowed = await realpath(folder).catch(() => undefined)
    if (allowed !== undefined && isWithin(real, allowed)) return real
  }
  return refuse('import_denied', { name: '/' })
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** An address as it is stored; refuses what is none. */
export function checkedAddress(ctx: Context, kind: ImportSourceKind, text: string): string {
  const address = text.trim()
  if (kind === 'folder') {
    const path = resolve(address)
    const isAllowed = isAbsolute(address) && ctx.config.importFolders.some((folder) => isWithin(path, folder))
    return isAllowed ? path : refuseField('address', 'import_folder')
  }
  const url = URL.parse(address)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.username || url.password || url.search || url.hash)
    return refuseField('address', 'webdav_address')
  return url.href
}
