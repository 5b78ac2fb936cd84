import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { freeBuffer } from './free-buffer.ts'
import { DEFAULT_TIMEOUTS, receive, receiveWhole, type TransferBody } from './receive.ts'

const MEMORY = 64 * 1024

const bodyOf = (chunks: readonly Buffer[], ownsChunks: boolean): TransferBody =>
  Object.assign(Readable.from(chunks, { objectMode: false }), { ownsChunks })

describe('freeing buffers', () => {
  it('frees memory that is all of one buffer', () => {
    const buffer = Buffer.allocUnsafeSlow(MEMORY)
    freeBuffer(buffer)
    expect(buffer).toHaveLength(0)
  })

  it('leaves memory that other buffers may share', () => {
    const whole = Buffer.allocUnsafeSlow(MEMORY)
    const pooled = Buffer.from('x'.repeat(8000))
    freeBuffer(whole.subarray(1))
    freeBuffer(pooled)
    expect(whole).toHaveLength(MEMORY)
    expect(pooled.toString()).toBe('x'.repeat(8000))
  })

  it('frees chunks of a body once the sink is done with them, and not before', async () => {
    const chunks = [1, 2, 3].map((value) => Buffer.alloc(MEMORY, value))
    const seen: number[] = []
    const sink = async (some: Buffer[]) => {
      await new Promise(setImmediate)
      seen.push(...some.flatMap((chunk) => [chunk.length, chunk[0] ?? 0]))
    }
    await receive(bodyOf(chunks, true), 3 * MEMORY, sink, DEFAULT_TIMEOUTS)
    expect(seen).toEqual([MEMORY, 1, MEMORY, 2, MEMORY, 3])
    expect(chunks.map(({ length }) => length)).toEqual([0, 0, 0])
  })

  it.each([
    ['that the sender uses again', false, false],
    ['that the sink keeps', true, true],
  ])('leaves chunks %s', async (_, ownsChunks, keepsChunks) => {
    const chunk = Buffer.alloc(MEMORY, 7)
    await receive(bodyOf([chunk], ownsChunks), MEMORY, async () => undefined, {
      ...DEFAULT_TIMEOUTS,
      keepsChunks,
    })
    expect(chunk).toHaveLength(MEMORY)
  })

  it('receives a body into memory', async () => {
    const body = bodyOf([Buffer.from('one'), Buffer.alloc(MEMORY, 'y'), Buffer.from('two')], true)
    const whole = await receiveWhole(body, MEMORY + 6, DEFAULT_TIMEOUTS)
    expect(whole.toString()).toBe(`one${'y'.repeat(MEMORY)}two`)
  })
})
