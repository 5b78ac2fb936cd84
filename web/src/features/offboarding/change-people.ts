import type { DirectoryOffer } from '../../lib/directory.ts'
import { offerOf } from '../../lib/extension-points.ts'

/** Changes accounts as the directory does; no account is changed where the directory is not provided. */
export const changePeople: DirectoryOffer['changePeople'] = async (people, change) =>
  (await offerOf('directory')?.changePeople(people, change)) ?? []
