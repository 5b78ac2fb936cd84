/** SHA-256 by the browser itself, which plain http on another host does not have. */
export const hasDigests = (): boolean => globalThis.crypto?.subtle !== undefined

/** Of each content, in order, lower-case hex. */
export const digests = (contents: readonly Uint8Array<ArrayBuffer>[]): Promise<string[]> =>
  Promise.all(contents.map(async (bytes) => hexOf(await crypto.subtle.digest('SHA-256', bytes))))

const hexOf = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
