// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { signIn } from '../../test/person.ts'
import { cli, cliJson, startServer } from '../../test/product.ts'
import { newBucket, settingsOf } from '../../test/stores/bucket.ts'
import type { BackupResult } from './backup.ts'
import type { RestoreResult } from './restore.ts'

const PASSWORD = 'Correct-horse1'
const MIB = 1024 * 1024

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-moved-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** Each is served from where it was restored to, with all its bytes. */
async function expectFiles(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  files: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const server = await startServer(dataDir, settings)
  try {
    const person = await signIn(server.baseUrl, 'alice', PASSWORD)
    const list = await person.list()
    expect(list).toHaveLength(files.size)
    for (const { instanceName, instanceId } of list)
      expect((await person.download(instanceId)).equals(files.get(instanceName) ?? randomBytes(1))).toBe(true)
  } finally {
    await server.stop()
  }
}

it('takes content from the disk into a bucket, and from the bucket to a disk again', async () => {
  const [onDisk, inBucket, again] = ['on-disk', 'in-bucket', 'again'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  const files = new Map([0, 1, 5000, 9 * MIB, 70 * MIB].map((size) => [`of-${size}`, randomBytes(size)]))
  await cliJson(onDisk, ['user', 'add', 'alice', '--password', PASSWORD])
  const server = await startServer(onDisk)
  const person = await signIn(server.baseUrl, 'alice', PASSWORD)
  for (const [name, bytes] of files) await person.upload('0', name, bytes)
  const added = await newBucket(inject('s3'))
  const at = ['--endpoint', added.endpoint, '--uploads', 'proxied', '--access-key', added.accessKey]
  await cliJson(onDisk, ['storage', 'add', added.bucket, ...at, '--secret-key', added.secretKey])
  const first = await cliJson<BackupResult>(onDisk, ['backup', join(home, 'first')])
  await server.stop()

  const settings = settingsOf(await newBucket(inject('s3')))
  const whole = { objects: first.objects, faults: [], missing: [] }
  expect(await cliJson<RestoreResult>(inBucket, ['restore', join(home, 'first')], settings)).toMatchObject(
    whole,
  )
  // What was added is the other installation's alone.
  expect(await cliJson(inBucket, ['storage', 'list'], settings)).toMatchObject([
    { bucketName: settings.CLOUDDISK_S3_BUCKET },
    { bucketName: 'clouddisk' },
  ])
  expect(await cliJson(inBucket, ['scrub'], settings)).toMatchObject({ objects: first.objects, faults: [] })
  await expectFiles(inBucket, settings, files)
  expect((await cli(join(home, 'third'), ['restore', join(home, 'first')], settings)).err).toMatch(
    /^The bucket .* is not empty .*\n$/,
  )

  const second = await cliJson<BackupResult>(inBucket, ['backup', join(home, 'second')], settings)
  expect(second).toMatchObject({ objects: first.objects, copied: first.objects, missing: [] })
  expect(await cliJson<RestoreResult>(again, ['restore', join(home, 'second')])).toMatchObject(whole)
  expect(await cliJson(again, ['scrub'])).toMatchObject({ objects: first.objects, faults: [] })
  await expectFiles(again, {}, files)
}, 300_000)
