import { sql } from 'kysely'
import { type BlobValues, type KnownContent, knownContent } from '../../content/blobs.ts'
import { type ChangeValues, insertChangeSql, prepareChange } from '../../db/changes.ts'
import { compiledStatement } from '../../db/statement.ts'
import { refuse } from '../../errors/refusal.ts'
import { fitsSql, refuseQuotaFull, settle, settleSql } from '../../tree/quota.ts'
import type { ConflictPolicy } from '../../tree/resolve-conflict.ts'
import { hasRuleSql } from '../dlp/places/place-rules.ts'
import type { UploadCharge } from './commit-upload.ts'
import type { UploadEnd } from './store.ts'

export interface UnreservedUpload {
  readonly spaceId: string
  readonly conflict: ConflictPolicy
  readonly modifiedAt: Date | null
  /** Whether stored content may be used instead. */
  readonly dedup: boolean
}

/**
 * Charges an upload that has no session, in the transaction that makes it a file. Nothing has to be given back after a crash before
 * the commit: nothing was reserved, and the object is untracked, which cleanup sets aside after a day (content/collect.ts). An
 * answer that was lost is not found again; callers who need that name a batch, which has a session.
 */
export const chargeAtOnce = ({ dedup, ...upload }: UnreservedUpload): UploadCharge => ({
  take: async (tx, received) => {
    const values = { ...received, spaceId: upload.spaceId }
    const [row] = await (dedup ? takingDeduplicated : takingAlone)(tx, values)
    if (!row) refuse('not_found')
    if (!row.fits) return refuseQuotaFull(tx, upload.spaceId, received.size)
    const { known, hasNameRules } = row
    return { upload: { ...upload, state: 'open', fileId: null, outcome: null }, known, hasNameRules }
  },
  end: (tx, end, change) =>
    change
      ? endingTold(tx, { ...prepareChange(tx, change), ...end })
      : settle(tx, upload.spaceId, 0, end.charged),
})

interface Taken {
  readonly known: KnownContent | null
  readonly hasNameRules: boolean
  readonly fits: boolean
}

/** Locks the space, so that what fits now still fits when it is charged. */
const taking = (dedup: boolean) =>
  compiledStatement<BlobValues & { spaceId: string }, Taken>(
    (slot) => sql`
      with ${knownContent(slot, dedup)}
      select (select to_json(known) from known) as known, ${hasRuleSql('upload')} as "hasNameRules",
        ${fitsSql(sql`${slot('size')}::bigint`)} as fits
      from space where id = ${slot('spaceId')} for update`,
  )

const takingDeduplicated = taking(true)
const takingAlone = taking(false)

const endingTold = compiledStatement<UploadEnd & ChangeValues, never>(
  (slot) => sql`
    with charged as (${settleSql(slot('spaceId'), sql.lit(0), slot('charged'))})
    ${insertChangeSql(slot)}`,
)
