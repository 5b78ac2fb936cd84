import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { renameDurably, writeSynced } from '../../config/durable-file.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { LogHead } from './chain.ts'

/**
 * A copy of the log's head outside the database, which reveals a truncated log. It is signed, so that it cannot be
 * forged.
 */
export interface SavedHead extends LogHead {
  /** Ends that the file had and the log did not have any more. */
  readonly truncations: readonly Truncation[]
}

export interface Truncation {
  readonly seq: number
  /** When it was noticed. */
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

  /** `forged` if the signature is wrong, undefined if there is no file. */
  async read(): Promise<SavedHead | 'forged' | undefined> {
    try {
      const { signature, ...written } = JSON.parse(await readFile(this.#path, 'utf8'))
      const { seq, mac, lost } = written as HeadFileContent
      const actual = Buffer.from(String(signature), 'hex')
      const expected = this.#sign(textOf({ seq, mac, lost }))
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'forged'
      return { seq, mac: Buffer.from(mac, 'hex'), truncations: lost }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      if (error instanceof SyntaxError || error instanceof TypeError) return 'forged'
      throw error
    }
  }

  /** Writes durably. A newer head of another process is kept. */
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

/** Saves the current head on a machine that has no file yet. */
export async function saveHead(pool: pg.Pool, of: Pick<Context, 'config' | 'secrets'>): Promise<void> {
  const { rows } = await pool.query<LogHead>('select seq, mac from audit_head')
  const [head] = rows
  if (head) await new HeadFile(of).write({ ...head, truncations: [] })
}

const textOf = ({ seq, mac, lost }: HeadFileContent): string =>
  JSON.stringify([seq, mac, lost.map(({ seq, at }) => [seq, at])])
