import type { ShownPrincipal } from '@clouddisk/contract/people'
import type { Actor } from '../../access/actor.ts'
import { type PrincipalRef, presentPrincipals } from '../../access/principals.ts'
import type { Reader } from '../../db/database.ts'
import { maskPrincipals } from '../directory/search.ts'

/** Presents the principals of entries, with masked names where the viewer may not see them. */

interface PrincipalOnFile extends PrincipalRef {
  readonly fileId: string
  readonly role: string
}

/**
 * By id, in two statements at most. Who has what the actor sees is no secret to it, nor is an owner; of those above it
 * reads what it may of strangers.
 * @param seen ids of files and folders visible to the actor.
 */
export async function presentMaskedPrincipals(
  db: Reader,
  actor: Actor,
  entries: readonly PrincipalOnFile[],
  seen: ReadonlySet<string>,
): Promise<Map<string, ShownPrincipal>> {
  const shown = await presentPrincipals(db, entries)
  const open = new Set(
    entries.flatMap(({ principalId, fileId, role }) =>
      seen.has(fileId) || role === 'owner' ? [principalId] : [],
    ),
  )
  const hidden = [...shown.values()].filter(({ principalId }) => !open.has(principalId))
  for (const one of await maskPrincipals(db, actor, hidden)) shown.set(one.principalId, one)
  return shown
}

export const visibleFileIds = (
  located: readonly { readonly visiblePath: readonly { readonly id: string }[] }[],
) => new Set(located.flatMap(({ visiblePath }) => visiblePath.map((step) => step.id)))
