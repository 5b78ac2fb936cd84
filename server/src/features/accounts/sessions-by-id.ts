import type { Reader } from '../../db/database.ts'
import { type PersonSession, signInsById } from './store.ts'
import { sessionsByTokenId, tokenIdOf } from './token-store.ts'

/** Sessions by their ids, those of access tokens too. */
export async function sessionsById(db: Reader, ids: readonly string[]): Promise<PersonSession[]> {
  const tokenIds = ids.flatMap((id) => tokenIdOf(id) ?? [])
  const signInIds = ids.filter((id) => !tokenIdOf(id))
  const [signIns, tokens] = await Promise.all([
    signInIds.length > 0 ? signInsById(db, signInIds) : [],
    tokenIds.length > 0 ? sessionsByTokenId(db, tokenIds) : [],
  ])
  return [...signIns, ...tokens]
}
