import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveRolling } from '../../server/test/cluster/rolling.ts'
import { newBucket } from '../../server/test/stores/bucket.ts'
import { startCeph } from '../../server/test/stores/ceph.ts'
import { freePort } from '../../server/test/stores/reach.ts'

interface RollingOptions {
  readonly seed: number
  readonly clients: number
  readonly restarts: number
  readonly say: (line: string) => void
}

/** Two servers behind nginx on one PostgreSQL and one Ceph; bytes through the servers first, then straight to Ceph. */
export async function proveRollingRestarts({ seed, clients, restarts, say }: RollingOptions): Promise<void> {
  const ceph = startCeph(await mkdtemp(join(tmpdir(), 'clouddisk-ceph-')), await freePort())
  const stop = async () => {
    await ceph.stop()
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    await ceph.ready
    for (const uploads of ['proxied', 'direct']) {
      say(`rolling: uploads ${uploads}`)
      const place = await newBucket(ceph.reach)
      await proveRolling({
        place,
        seed,
        clients,
        restarts,
        say,
        settings: { CLOUDDISK_S3_UPLOADS: uploads },
      })
    }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await ceph.stop()
  }
}
