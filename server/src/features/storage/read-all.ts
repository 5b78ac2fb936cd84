import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { type Disagreement, scrub } from '../../objects/scrub.ts'
import { type FileName, filePath } from './file-path.ts'
import { finding } from './read-again.ts'
import * as store from './reading-store.ts'

/** All that is stored, read at once because somebody asked for it: what is found is known from then on. */

export interface FoundFault extends Disagreement {
  /** Where it is of content: the files that name it. */
  readonly files: readonly string[]
}

export interface AllRead {
  readonly objects: number
  readonly bytes: number
  readonly faults: readonly FoundFault[]
  /** Ids of those among them that equal content has mended meanwhile, or that read right a moment later. */
  readonly mended: ReadonlySet<string>
}

export async function readAll(
  ctx: Context,
  onProgress?: (done: { objects: number; bytes: number }) => void,
): Promise<AllRead> {
  const { reader } = ctx.db
  const begun = ctx.now()
  const { found, end } = finding(ctx)
  const known = new Set((await store.openFaults(reader)).map(({ id }) => id))
  const { objects, bytes, faults, buckets } = await scrub(reader, ctx.stores, {
    ...(onProgress && { onProgress }),
    onFault: async (id) => {
      if (await found(id)) known.add(id)
    },
  })
  await end()
  for (const bucket of buckets) await store.readWhole(reader, bucket, begun, ctx.now())
  const open = new Set((await store.openFaults(reader)).map(({ id }) => id))
  const names = await namesOf(ctx, faults.map(({ id }) => id).filter(isId))
  return {
    objects,
    bytes,
    faults: faults.map((fault) => ({ ...fault, files: names.get(fault.id) ?? [] })),
    mended: new Set(faults.map(({ id }) => id).filter((id) => known.has(id) && !open.has(id))),
  }
}

/** `space/folder/name` of the files that name content, by its id. */
async function namesOf({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const names = new Map<string, string[]>()
  for (const { id, name, spaceName, account, path, isCurrent } of await store.filesWith(db.reader, ids)) {
    const file: FileName = {
      spaceName: spaceName ?? '',
      account,
      path: path ?? [],
      instanceName: name ?? '',
      isCurrent: isCurrent ?? false,
    }
    names.set(id, [...(names.get(id) ?? []), filePath(file)])
  }
  return names
}
