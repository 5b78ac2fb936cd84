import { queryClient } from '../../lib/query-client.ts'
import { queryKeys, showsFolder } from '../../lib/query-keys.ts'

/** Invalidates lists and trees that show these folders; resolves when visible ones are refetched. */
export async function refreshFolders(folderIds: Iterable<string>): Promise<void> {
  const ids = new Set(folderIds)
  await queryClient.invalidateQueries({ predicate: (query) => showsFolder(query, ids) })
}

/** Invalidates other queries about files: details, favorites, recycle bin, capacity. */
export function refreshAround(...kinds: readonly ('details' | 'favorites' | 'trash' | 'capacity')[]): void {
  for (const kind of kinds) void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
}
