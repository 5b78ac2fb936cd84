import type { queryVirusScanners, VirusScannerState } from '@clouddisk/contract/antivirus'
import type { Reply } from '@clouddisk/contract/route'
import { allSweeps } from '../../content/antivirus/sweep-store.ts'
import type { Context } from '../../context.ts'
import { countWaiting } from './store.ts'

/** The scanners that this server asks, as they answer now. */
export async function scannerStates(ctx: Context): Promise<Reply<typeof queryVirusScanners>> {
  const { antivirus, config, db } = ctx
  const [rounds, waiting] = await Promise.all([allSweeps(db.reader), countWaiting(db.reader)])
  const scanners = [...antivirus.scanners.keys()].map(async (address): Promise<VirusScannerState> => {
    const version = await antivirus.versionOf(address, true).catch(() => undefined)
    const round = rounds.find((one) => one.address === address)
    return {
      address,
      signature: version?.signature ?? null,
      signatureTime: version?.signatureAt?.toISOString() ?? null,
      roundSignature: round?.signature ?? null,
      roundScanned: round?.scanned ?? 0,
      roundEndTime: round?.finishedAt?.toISOString() ?? null,
    }
  })
  return { scanners: await Promise.all(scanners), unscanned: config.antivirus.unscanned, waiting }
}
