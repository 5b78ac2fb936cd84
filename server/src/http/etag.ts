/** Whether an If-None-Match header contains the quoted tag, by weak comparison (RFC 9110). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
