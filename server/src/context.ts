import type { FastifyBaseLogger } from 'fastify'
import type { IpRuleCache } from './access/ip-rules.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { VirusScanner } from './content/antivirus/scanner.ts'
import type { BucketUsageCache } from './content/placement.ts'
import type { Conversions } from './conversion/conversions.ts'
import type { Database } from './db/database.ts'
import type { BandwidthLimiter } from './features/accounts/bandwidth.ts'
import type { SessionBatch } from './features/accounts/session-batch.ts'
import type { SessionCache } from './features/accounts/session-cache.ts'
import type { Sealer } from './features/audit/sealer.ts'
import type { BusinessConfig } from './features/business-config/in-force.ts'
import type { DetectorThread } from './features/dlp/detection/detector-thread.ts'
import type { IcapScans } from './features/dlp/icap/icap-scans.ts'
import type { ActiveDownloads } from './features/downloads/active-downloads.ts'
import type { ObjectSigner } from './features/uploads/gateway/sign.ts'
import type { UploadSessionCache } from './features/uploads/open-uploads.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Stores } from './objects/stores.ts'
import type { Renditions } from './renditions/renditions.ts'

/** What a process opens at start. */
export interface Resources {
  /** Values of the business configuration change while the process runs: read them at each use. */
  readonly config: Config
  readonly businessConfig: BusinessConfig
  readonly secrets: Secrets
  readonly db: Database
  readonly stores: Stores
  readonly jobs: Jobs
  readonly log: FastifyBaseLogger
  /** The clock that expiry is decided by; tests may move it. */
  readonly now: () => Date
}

/** What features use: the resources, and the state that a process keeps on top of them. services.ts composes it. */
export interface Context extends Resources {
  readonly ipRules: IpRuleCache
  readonly sessionCache: SessionCache
  readonly sessionBatch: SessionBatch
  readonly bandwidth: BandwidthLimiter
  readonly activeDownloads: ActiveDownloads
  readonly uploadSessions: UploadSessionCache
  readonly objectSigner: ObjectSigner
  readonly bucketUsage: BucketUsageCache
  readonly auditSealer: Sealer
  /** Closed with the renditions. */
  readonly conversions: Conversions
  readonly renditions: Renditions
  readonly dlpDetector: DetectorThread
  /** Undefined where none is configured. */
  readonly icap: IcapScans | undefined
  readonly antivirus: VirusScanner
}
