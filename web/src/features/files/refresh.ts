import { queryClient } from '../../lib/query-client.ts'
import { queryKeys, showsFolder } from '../../lib/query-keys.ts'

/** Asks anew for what these folders' lists and trees show; done when what is on the screen is up to date. */
export async function refreshFolders(folderIds: Iterable<string>): Promise<void> {
  const ids = new Set(folderIds)
  await queryClient.invalidateQueries({ predicate: (query) => showsFolder(query, ids) })
}

/** What else shows files: details, favorites, the recycle bin, the space used. */
export function refreshAround(...kinds: readonly ('details' | 'favorites' | 'trash' | 'capacity')[]): void {
  for (const kind of kinds) void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
}
