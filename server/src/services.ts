import { IpRuleCache } from './access/ip-rules.ts'
import type { Config } from './config/config.ts'
import { VirusScanner } from './content/antivirus/scanner.ts'
import { BucketUsageCache } from './content/placement.ts'
import type { Context, Resources } from './context.ts'
import { Conversions } from './conversion/conversions.ts'
import { BandwidthLimiter } from './features/accounts/bandwidth.ts'
import { SessionBatch } from './features/accounts/session-batch.ts'
import { SessionCache } from './features/accounts/session-cache.ts'
import { archiveConverters } from './features/archives/converter.ts'
import { Sealer } from './features/audit/sealer.ts'
import { DetectorThread } from './features/dlp/detection/detector-thread.ts'
import { partsConverters } from './features/dlp/extraction/converter.ts'
import { IcapScans } from './features/dlp/icap/icap-scans.ts'
import { ActiveDownloads } from './features/downloads/active-downloads.ts'
import { mediaConverters } from './features/previews/convert/media.ts'
import { officeConverters } from './features/previews/convert/office.ts'
import { pagesConverters } from './features/previews/pages/converters.ts'
import { textConverter } from './features/search/content/text-converter.ts'
import { thumbnailConverters } from './features/thumbnails/converters.ts'
import { ObjectSigner } from './features/uploads/gateway/sign.ts'
import { UploadSessionCache } from './features/uploads/open-uploads.ts'
import { Renditions } from './renditions/renditions.ts'

/** All that can be made from content. */
const converters = (config: Config) => [
  ...thumbnailConverters,
  ...officeConverters,
  ...mediaConverters,
  ...pagesConverters,
  textConverter,
  ...archiveConverters(config),
  ...partsConverters(config),
]

/** Composes the context of a process. Nothing runs yet: the app starts the session cache, the audit sealer and the renditions. */
export function createContext(resources: Resources): Context {
  const ctx = { ...resources } as { -readonly [K in keyof Context]: Context[K] }
  ctx.ipRules = new IpRuleCache(ctx.db.reader)
  // First: the bandwidth limiter and the active downloads listen to it.
  ctx.sessionCache = new SessionCache(ctx)
  ctx.sessionCache.onInvalidate(() => ctx.ipRules.invalidate())
  ctx.sessionBatch = new SessionBatch(ctx)
  ctx.bandwidth = new BandwidthLimiter(ctx)
  ctx.activeDownloads = new ActiveDownloads(ctx)
  ctx.uploadSessions = new UploadSessionCache(ctx)
  ctx.objectSigner = new ObjectSigner(ctx.secrets.subKey('object-calls'), ctx.now)
  ctx.bucketUsage = new BucketUsageCache(ctx)
  ctx.auditSealer = new Sealer(ctx)
  ctx.conversions = new Conversions(ctx.config)
  ctx.renditions = new Renditions(ctx, ctx.conversions, converters(ctx.config))
  ctx.dlpDetector = new DetectorThread()
  const { icapUrl, icapLimits } = ctx.config
  ctx.icap = icapUrl === undefined ? undefined : new IcapScans(icapUrl, icapLimits)
  ctx.antivirus = new VirusScanner(ctx)
  return ctx
}
