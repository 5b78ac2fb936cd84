import { sha256 } from 'hash-wasm'
import type { ContentDigest } from './ports.ts'

/** SHA-256 of small contents with Web Crypto, or with WebAssembly where plain http has no Web Crypto. */

/** Sequential, so that only one content is in memory. */
export async function digests(contents: readonly Blob[]): Promise<ContentDigest[]> {
  const all: ContentDigest[] = []
  for (const content of contents) all.push(await digestOf(content))
  return all
}

async function digestOf(content: Blob): Promise<ContentDigest> {
  try {
    const bytes = await content.arrayBuffer()
    if (bytes.byteLength !== content.size)
      throw new DOMException('the file has another size now', 'NotReadableError')
    return { sha256: await sha256Of(bytes) }
  } catch (error) {
    const { name, message } = error as Error
    return { error: { name, message } }
  }
}

const sha256Of = async (bytes: ArrayBuffer): Promise<string> =>
  globalThis.crypto?.subtle
    ? hexOf(await crypto.subtle.digest('SHA-256', bytes))
    : sha256(new Uint8Array(bytes))

const hexOf = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
