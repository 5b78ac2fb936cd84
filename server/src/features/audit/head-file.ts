import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { renameDurably, writeSynced } from '../../config/durable-file.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { LogHead } from './chain.ts'

/**
 * The end of the log once more, outside of the database: whoever cuts the log off there, and its end with it, is told
 * on by this file. It is signed, so that an end of one's own choosing cannot be written into it.
 */
export interface SavedHead extends LogHead {
  /** Ends that were kept here and that the log did not have any more when it went on. */
  readonly truncations: readonly Truncation[]
}

export interface Truncation {
  readonly seq: number
  /** When that was seen. */
  readonly at: string
}

interface HeadFileContent {
  readonly seq: number
  readonly mac: string
  readonly lost: readonly Truncation[]
}

export class HeadFile {
  readonly #folder: string
  readonly #path: string
  readonly #sign: (text: string) => Buffer

  constructor({ config, secrets }: Pick<Context, 'config' | 'secrets'>) {
    this.#folder = join(config.dataDir, 'audit')
    this.#path = join(this.#folder, 'head.json')
    this.#sign = (text) => createHmac('sha256', secrets.subKey('audit head')).update(text).digest()
  }

  /** What was kept; `forged` where it is not ours, undefined where there is nothing. */
  async read(): Promise<SavedHead | 'forged' | undefined> {
    try {
      const { signature, ...written } = JSON.parse(await readFile(this.#path, 'utf8'))
      const { seq, mac, lost } = written as HeadFileContent
      const given = Buffer.from(String(signature), 'hex')
      const expected = this.#sign(textOf({ seq, mac, lost }))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged'
      return { seq, mac: Buffer.from(mac, 'hex'), truncations: lost }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      if (error instanceof SyntaxError || error instanceof TypeError) return 'forged'
      throw error
    }
  }

  /** Durable when it answers. Another process may have gone further meanwhile: that stays. */
  async write({ seq, mac, truncations: lost }: SavedHead): Promise<void> {
    const there = await this.read()
    if (there && there !== 'forged' && there.seq > seq && there.truncations.length >= lost.length) return
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const written = { seq, mac: mac.toString('hex'), lost }
    const signature = this.#sign(textOf(written)).toString('hex')
    const draft = `${this.#path}.${newId()}`
    await writeSynced(draft, `${JSON.stringify({ ...written, signature })}\n`)
    await renameDurably(draft, this.#path)
  }
}

/** The end of the log as it is now, for a machine that has kept none yet: what comes is compared with it. */
export async function saveHead(pool: pg.Pool, of: Pick<Context, 'config' | 'secrets'>): Promise<void> {
  const { rows } = await pool.query<LogHead>('select seq, mac from audit_head')
  const [head] = rows
  if (head) await new HeadFile(of).write({ ...head, truncations: [] })
}

const textOf = ({ seq, mac, lost }: HeadFileContent): string =>
  JSON.stringify([seq, mac, lost.map(({ seq, at }) => [seq, at])])
