// @module-tag long
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { newBucket, settingsOf } from '../../test/stores/bucket.ts'
import { KMS_KEY } from '../../test/stores/ceph.ts'
import { newId } from '../db/ids.ts'
import { S3Bucket } from '../objects/s3/bucket.ts'

const run = promisify(execFile)
const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))

describe('the command line about storage', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'clouddisk-storage-'))
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  const cli = (args: readonly string[], env: object = {}) => product(['storage', ...args], env)

  /** As the server's first start does. */
  const begin = (env: object) => product(['user', 'add', 'alice', '--password', 'Correct-horse1'], env)

  const product = (args: readonly string[], env: object) =>
    run(process.execPath, [CLI, ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        CLOUDDISK_DATA: dataDir,
        ...env,
      },
    })

  it('tells of each thing that is needed of a bucket, and fails where one is not there', async () => {
    const place = await newBucket(inject('s3'))
    const { stdout } = await cli(['check', '--origin', 'https://disk.example.com'], settingsOf(place))
    expect(stdout.split('\n')).toEqual([
      `${place.endpoint}, bucket ${place.bucket}`,
      'ok     Connect to the bucket',
      'ok     Write an object',
      'ok     Read part of an object',
      'ok     Upload in parts',
      'ok     Prevent overwriting',
      'set up Allow browser access',
      'ok     Check existing content',
      '',
    ])
    await expect(
      cli(['check', '--json'], settingsOf({ ...place, bucket: 'not-there' })),
    ).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The bucket not-there doesn’t exist.'),
    })
  })

  it('says that a bucket is another installation’s, before the first start and after', async () => {
    const place = await newBucket(inject('s3'))
    const bucket = new S3Bucket(place)
    await bucket.put(newId(), 5, Buffer.from('other'))
    bucket.close()
    const settings = { ...settingsOf(place), CLOUDDISK_DATA: join(dataDir, 'foreign') }
    const refused = { code: 1, stdout: expect.stringContaining('objects (1) that aren’t Clouddisk’s') }
    await expect(cli(['check'], settings)).rejects.toMatchObject(refused)
    await expect(cli(['list'], settings)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no Clouddisk in ${settings.CLOUDDISK_DATA}. `),
    })
    expect(existsSync(settings.CLOUDDISK_DATA)).toBe(false)
    await begin(settings)
    await expect(cli(['check'], settings)).rejects.toMatchObject(refused)
  })

  it('moves all content to a bucket, and lists the buckets', async () => {
    const place = await newBucket(inject('s3'))
    const settings = { ...settingsOf(place), CLOUDDISK_DATA: join(dataDir, 'moved') }
    await begin(settings)
    const { stdout: before } = await cli(['list', '--json'], settings)
    const nothing = { objects: 0, used: 0, source: 'environment' }
    expect(JSON.parse(before)).toMatchObject([
      { bucketName: place.bucket, driver: 's3', isDefault: true, ...nothing },
      { bucketName: 'clouddisk', driver: 'disk', isDefault: false, ...nothing },
    ])
    const { stdout } = await cli(['move', 'clouddisk', place.bucket], settings)
    expect(stdout).toContain(`Moved 0 objects, 0 B, from clouddisk to ${place.bucket}.`)
    for (const [from, to, says] of [
      [place.bucket, 'clouddisk', 'New content is stored in'],
      ['clouddisk', 'elsewhere', 'There is no bucket elsewhere.'],
    ] as const)
      await expect(cli(['move', from, to], settings)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(says),
      })
    expect((await cli(['stop'], settings)).stdout).toBe('No move is running.\n')
  })

  it('adds a bucket, makes it the default and a home bucket, and retires it', async () => {
    const place = await newBucket(inject('s3'))
    const env = { CLOUDDISK_DATA: join(dataDir, 'added') }
    await begin(env)
    const { bucket, endpoint, accessKey, secretKey } = place
    const at = ['--endpoint', endpoint, '--uploads', 'proxied', '--access-key', accessKey]
    await expect(cli(['add', bucket, ...at, '--secret-key', 'wrong'], env)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('FAILED Connect to the bucket: '),
    })
    const added = await cli(
      ['add', bucket, ...at, '--secret-key', secretKey, '--capacity', '2G', '--json'],
      env,
    )
    expect(JSON.parse(added.stdout).bucket).toMatchObject({ bucketName: bucket, capacity: 2 * 1024 ** 3 })
    await cli(['default', bucket], env)
    const { stdout } = await cli(['list'], env)
    expect(stdout).toMatch(new RegExp(`^${bucket} +s3 +added +active .*default$`, 'm'))
    await expect(cli(['retire', bucket], env)).rejects.toMatchObject({
      stderr: expect.stringContaining('is the default bucket'),
    })
    for (const [command, says] of [
      [['default', 'elsewhere'], 'There is no bucket elsewhere.'],
      [['home', 'elsewhere', '--person', 'admin'], 'There is no bucket elsewhere.'],
      [['home', bucket, '--person', 'nobody'], 'There is no account nobody.'],
    ] as const)
      await expect(cli(command, env)).rejects.toMatchObject({ stderr: expect.stringContaining(says) })
    const wish = ['--encryption', 'aws:kms', '--kms-key', KMS_KEY]
    const encrypting = await cli(['edit', bucket, ...wish, '--json'], env)
    expect(JSON.parse(encrypting.stdout).bucket).toMatchObject({ kmsKey: KMS_KEY, encryptedBy: 'store' })
    expect((await cli(['list'], env)).stdout).toContain('the store encrypts new content')
    await expect(cli(['edit', bucket, '--encryption', 'AES256'], env)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('FAILED Encrypt in the store: '),
    })
    await expect(cli(['edit', bucket, ...wish, '--encryption', 'none'], env)).rejects.toMatchObject({
      stderr: expect.stringContaining('--kms-key needs --encryption aws:kms'),
    })
    await cli(['default', 'clouddisk'], env)
    await cli(['edit', bucket, '--state', 'readonly'], env)
    await cli(['retire', bucket], env)
    const after = await cli(['list', '--json'], env)
    expect(JSON.parse(after.stdout)).toMatchObject([{ bucketName: 'clouddisk', isDefault: true }])
    expect(`${added.stdout}${stdout}${after.stdout}`).not.toContain(secretKey)
  })

  it('prints the free space of the disk', async () => {
    expect((await cli(['check'])).stdout).toMatch(/^Content is stored in .*: [\d.]+ [KMGT]B free\.\n$/)
    await expect(cli(['check'], { CLOUDDISK_DATA: join(dataDir, 'not-there') })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Start the server once'),
    })
  })
})
