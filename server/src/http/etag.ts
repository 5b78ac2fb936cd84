/** Whether an If-None-Match header names the tag, which has its quotes and is compared weakly (RFC 9110). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
