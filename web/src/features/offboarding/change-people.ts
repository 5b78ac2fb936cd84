import type { DirectoryExtension } from '../../lib/directory.ts'
import { extensionFor } from '../../lib/extension-points.ts'

/** Changes accounts as the directory does; no account is changed where the directory is not provided. */
export const changePeople: DirectoryExtension['changePeople'] = async (people, change) =>
  (await extensionFor('directory')?.changePeople(people, change)) ?? []
