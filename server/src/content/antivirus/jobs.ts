import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { ClamdUnavailable, NotClamd } from './clamd.ts'
import * as store from './scan-store.ts'
import { BACKGROUND_SCANS } from './scanner.ts'
import * as sweeps from './sweep-store.ts'

export const antivirusJobs = (ctx: Context): JobQueue[] => [
  { name: 'scan-new-content', everySeconds: 1, run: () => scanNewContent(ctx) },
  { name: 'scan-all-content', cron: '*/5 * * * *', run: () => scanAllContent(ctx) },
]

/** A server that ends while it scans leaves the content to others after this long. */
const LEASE_MS = 30 * MINUTE

/** Scans content that waits, the newest first. Answers whether there may be more. */
export async function scanNewContent(ctx: Context): Promise<boolean> {
  if (ctx.antivirus.scanners.size === 0) return false
  const now = ctx.now()
  const lease = new Date(now.getTime() + LEASE_MS)
  const found = await ctx.db.transact((tx) => store.claimWaiting(tx, BACKGROUND_SCANS, now, lease))
  const states = await Promise.all(
    found.map((content) =>
      ctx.antivirus.scan(content).catch((err) => {
        ctx.log.warn({ err, key: content.key }, 'content could not be scanned for viruses; it is tried again')
        return 'waiting' as const
      }),
    ),
  )
  // Where the scanner is away, the next round comes soon enough.
  return found.length === BACKGROUND_SCANS && states.some((state) => state !== 'waiting')
}

const STEP_MS = 4 * MINUTE
const BATCH = 200

/**
 * Scans all content that was not seen by a scanner with its present signatures, the newest first, at a limited speed. A step
 * stops after some minutes; the next one goes on where it was.
 */
export async function scanAllContent(ctx: Context, stepMs = STEP_MS): Promise<void> {
  const until = performance.now() + stepMs
  for (const [address, buckets] of ctx.antivirus.scanners)
    try {
      const { signature } = await ctx.antivirus.versionOf(address, true)
      await sweep(ctx, { address, buckets, signature }, until)
    } catch (err) {
      if (!(err instanceof ClamdUnavailable || err instanceof NotClamd)) throw err
      ctx.log.warn({ err, address }, 'the virus scanner cannot be asked; stored content is scanned later')
    }
}

interface Sweep {
  readonly address: string
  readonly buckets: readonly string[]
  readonly signature: string
}

async function sweep(ctx: Context, { address, buckets, signature }: Sweep, until: number): Promise<void> {
  const { reader } = ctx.db
  let { before, finishedAt } = await sweeps.openSweep(reader, address, signature, ctx.now())
  while (!finishedAt && performance.now() < until) {
    const batch = await store.unscannedBefore(reader, buckets, before, BATCH)
    if (batch.length === 0) {
      finishedAt = ctx.now()
      await sweeps.finishSweep(reader, address, finishedAt)
      return
    }
    for (const content of batch) {
      if (performance.now() >= until) return
      const isDue = !content.isSettled && content.signature !== signature
      // Not past what could not be scanned now, unless its bytes are the reason.
      if (isDue && (await scanAtPace(ctx, content)) === 'away') return
      before = content.id
      await sweeps.advanceSweep(reader, address, before, isDue ? 1 : 0)
    }
  }
}

async function scanAtPace(ctx: Context, content: store.ScannableContent): Promise<'done' | 'away'> {
  const begun = performance.now()
  try {
    await ctx.antivirus.scan(content)
    if (ctx.antivirus.isAway(content.bucket)) return 'away'
  } catch (err) {
    ctx.log.warn(
      { err, key: content.key },
      'stored content could not be scanned for viruses; it is passed over',
    )
    return 'done'
  }
  const rest = (content.size / ctx.config.antivirus.rescanSpeed) * SECOND - (performance.now() - begun)
  if (rest > 0) await pause(rest, undefined, { ref: false })
  return 'done'
}
