import type { OBJECT_ACTIONS } from '@clouddisk/contract/uploads'

/** One call of the S3 subset (A§7), parsed from verb, path and query. */
export interface ObjectCall {
  readonly verb: string
  readonly bucket: string
  readonly key: string
  readonly query: URLSearchParams
  readonly action: ObjectAction
}
export type ObjectAction = (typeof OBJECT_ACTIONS)[number]

/** Additional parameters of A§7's callers. */
const IGNORED = new Set(['token', 'partNum', 't'])

/** Parses `/bucket/key?query`; undefined if it is not a call of the subset. */
export function readObjectCall(verb: string, uri: string): ObjectCall | undefined {
  const [, bucket, key, search = ''] = /^\/([\w.-]{1,128})\/([\w.-]{1,256})(?:\?(.*))?$/s.exec(uri) ?? []
  if (!bucket || !key) return undefined
  const query = new URLSearchParams(search)
  for (const name of IGNORED) query.delete(name)
  const action = actionOf(verb, query)
  return action && { verb, bucket, key, query, action }
}

function actionOf(verb: string, query: URLSearchParams): ObjectAction | undefined {
  const upload = query.has('uploadId')
  if (verb === 'POST')
    return upload ? 'mergeMultiPartObject' : query.has('uploads') ? 'initmultipartUpload' : undefined
  if (verb === 'PUT')
    return upload && query.has('partNumber') ? 'uploadPartObject' : upload ? undefined : 'upload'
  if (verb === 'GET') return upload ? 'getAlreadySucessPartInfo' : undefined
  if (verb === 'DELETE') return upload ? 'abortMultipartUpload' : undefined
  return undefined
}

/** The canonical form of a call, independent of the order of parameters and of `?uploads` or `?uploads=`. */
export function canonicalUri({ bucket, key, query }: ObjectCall): string {
  const sorted = [...query].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  return `/${bucket}/${key}?${sorted.join('&')}`
}
