import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(m?js|css|svg|wasm)$/
/** Below this a packet holds it anyway. */
const WORTHWHILE = 1024

/** Lays each text that is built beside itself as .br and .gz; the server sends the one that the browser takes. */
export const compressed = (): Plugin => ({
  name: 'clouddisk:compressed',
  apply: 'build',
  async writeBundle({ dir = '.' }, bundle) {
    const files = Object.keys(bundle).filter((name) => TEXT.test(name))
    await Promise.all(files.map((name) => compress(join(dir, name))))
  },
})

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < WORTHWHILE) return
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ])
}
