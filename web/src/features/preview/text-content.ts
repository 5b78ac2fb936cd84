/** Bytes as text, in the encodings that text files come in. Pure. */

/** Text longer than this is cut; nobody reads more in a preview. Bytes. */
export const TEXT_SHOWN = 1024 * 1024

/** UTF-8 where it is that, by its mark UTF-16, else GB 18030, in which Chinese Windows writes. A cut last character is left out. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('gb18030').decode(bytes, { stream: true })
  }
}
