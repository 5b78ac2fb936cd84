// @module-tag long
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli } from './product.ts'
import { MAIN, useStart } from './start-process.ts'

const { dataDir, query, start, startAndStop, startedOnce, expectNothingLeft } = useStart()

const keyPath = () => join(dataDir(), 'secrets', 'instance.key')
const FAULTS = [
  ['missing', () => rm(keyPath())],
  ['not the key that this database was used with', () => writeFile(keyPath(), Buffer.alloc(32, 7))],
  ['damaged', () => writeFile(keyPath(), 'short')],
] as const
const ONE_LINE =
  /^CLOUDDISK_DATA: \S+instance\.key is [^\n]+ Put it back from a backup \([^\n]+\)[^\n]+`npm run --silent cli -- key replace`[^\n]+\n$/

describe('an instance key that is not there any more, or another one', { timeout: 120_000 }, () => {
  it.each(FAULTS)('keeps a server from starting: %s', async (what, spoil) => {
    await startedOnce()
    const key = await readFile(keyPath())
    await spoil()
    const left = await readFile(keyPath()).catch(() => undefined)
    const refused = start([MAIN], { CLOUDDISK_LOG_LEVEL: 'silent' })
    expect(await refused.exit()).toBe(1)
    expect(refused.output()).toMatch(ONE_LINE)
    expect(refused.output()).toContain(`is ${what}`)
    await expectNothingLeft()
    for (const args of [['doctor'], ['backup', join(dataDir(), '..', 'nowhere')], ['user', 'list']])
      expect(await cli(dataDir(), args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(ONE_LINE),
      })
    expect((await cli(dataDir(), ['config'])).code).toBe(0)
    // Nothing was made in its place.
    expect(await readFile(keyPath()).catch(() => undefined)).toEqual(left)
    await writeFile(keyPath(), key, { mode: 0o600 })
    await startAndStop()
  })

  it('keeps every command that needs it from working, and no other', async () => {
    await startedOnce()
    await rm(keyPath())
    for (const args of [
      ['backup', join(dataDir(), 'backup')],
      ['user', 'list'],
      ['audit', 'verify'],
    ])
      expect(await cli(dataDir(), args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(ONE_LINE),
      })
    expect((await cli(dataDir(), ['config'])).code).toBe(0)
    expect(await readdir(join(dataDir(), 'secrets'))).toEqual([])
  })

  it.each(FAULTS)('is replaced at an administrator’s word: %s', async (_what, spoil) => {
    await startedOnce()
    const key = await readFile(keyPath())
    await spoil()
    const left = await readFile(keyPath()).catch(() => undefined)
    const replaced = await cli(dataDir(), ['key', 'replace'])
    expect(replaced).toMatchObject({ code: 0, err: '' })
    expect(replaced.out).toMatch(/^Created a new instance key: \S+instance\.key\.\n/)
    const fresh = await readFile(keyPath())
    expect(fresh).toHaveLength(32)
    expect(fresh.equals(key)).toBe(false)
    // What lay there may be somebody's key.
    const kept = (await readdir(join(dataDir(), 'secrets'))).filter((name) => name !== 'instance.key')
    expect(await Promise.all(kept.map((name) => readFile(join(dataDir(), 'secrets', name))))).toEqual(
      left ? [left] : [],
    )
    await startAndStop()
    // Earlier entries of the log cannot be checked any more, which is no damage; later ones are.
    const verified = await cli(dataDir(), ['audit', 'verify'])
    expect(verified).toMatchObject({ code: 0, err: '' })
    expect(verified.out).toMatch(
      /\d+ (entry|entries) from before the instance key was replaced cannot be checked/,
    )
    expect(await cli(dataDir(), ['doctor'])).toMatchObject({ code: 0 })
  })

  it('is not replaced where it is right, nor beside a server that runs', async () => {
    const product = start([MAIN])
    await product.ready()
    const running = await cli(dataDir(), ['key', 'replace'])
    expect(running).toMatchObject({ code: 1, out: '' })
    expect(running.err).toMatch(/^A server is running on [^\n]+\n$/)
    product.child.kill('SIGTERM')
    await product.exit()
    const key = await readFile(keyPath())
    const stopped = await cli(dataDir(), ['key', 'replace'])
    expect(stopped).toMatchObject({ code: 1, out: '' })
    expect(stopped.err).toMatch(/^The instance key \S+ is correct[^\n]+\n$/)
    expect(await readFile(keyPath())).toEqual(key)
  })

  it('is missed also by a database of a version that kept no fingerprint of it', async () => {
    await startedOnce()
    await rm(keyPath())
    await query(`delete from instance_metadata where name = 'instance key'`)
    const refused = start([MAIN], { CLOUDDISK_LOG_LEVEL: 'silent' })
    expect(await refused.exit()).toBe(1)
    expect(refused.output()).toMatch(ONE_LINE)
  })
})
