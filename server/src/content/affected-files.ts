import type { Context } from '../context.ts'
import { isId } from '../db/ids.ts'
import type { ConsistencyFault } from '../objects/scrub.ts'
import { type FileName, filePath } from './file-path.ts'
import * as store from './scrub-records.ts'

/** Names of the files that a consistency fault affects. */

export interface FaultWithFiles extends ConsistencyFault {
  /** Files that use the content or version at fault. */
  readonly files: readonly string[]
}

export async function withAffectedFiles(
  ctx: Pick<Context, 'db'>,
  faults: readonly ConsistencyFault[],
): Promise<FaultWithFiles[]> {
  const names = await namesOf(ctx, faults.map(({ id }) => id).filter(isId))
  return faults.map((fault) => ({ ...fault, files: names.get(fault.id) ?? [] }))
}

/** `space/folder/name` of files, by ids of content and of versions. */
async function namesOf({ db }: Pick<Context, 'db'>, ids: readonly string[]) {
  const names = new Map<string, string[]>()
  if (ids.length === 0) return names
  for (const found of await store.filesUsing(db.reader, ids)) {
    const { id, versionId, name, spaceName, account, path, isCurrent } = found
    const file: FileName = {
      spaceName: spaceName ?? '',
      account,
      path: path ?? [],
      instanceName: name ?? '',
      isCurrent: isCurrent ?? false,
    }
    for (const one of [id, versionId]) names.set(one, [...(names.get(one) ?? []), filePath(file)])
  }
  return names
}
