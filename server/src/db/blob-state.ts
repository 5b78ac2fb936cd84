import { type SqlBool, sql } from 'kysely'

/**
 * States of a stored object, one row of `blob` each (migration 0054):
 * `pending`: being written, no content yet · `unverified`: content as its sender announced it ·
 * `live`: verified content that versions use · `orphaned`: no version uses it since a purge (tree/purge.ts) ·
 * `redundant`: an equal upload, kept until the content used in its place has been read ·
 * `quarantined`: content that is damaged or lost · `deleting`: its bytes are being removed ·
 * `derived`: made from content (renditions/, migration 0058), no content itself ·
 * `copy`: verified copy of content (`duplicate_of`) in a bucket of another cluster (migration 0100).
 */
export type BlobState =
  | 'pending'
  | 'unverified'
  | 'live'
  | 'orphaned'
  | 'redundant'
  | 'quarantined'
  | 'deleting'
  | 'derived'
  | 'copy'

/** Content of file versions, as a condition on an unaliased `blob`. */
export const IN_USE = sql<SqlBool>`state in ('unverified', 'live', 'quarantined')`
