import type { VirusState } from '@clouddisk/contract/antivirus'
import { type RawBuilder, sql } from 'kysely'

/** What the virus scanner said of the content whose id is in this column; null: nothing yet. */
export const virusStateOf = (blobId: string): RawBuilder<VirusState | null> =>
  sql<VirusState | null>`(select scan.state from virus_scan scan where scan.blob_id = ${sql.ref(blobId)})`
