/** Every JSON answer (C section 3): `errcode` 0 on success; `traceId` is in every log line of the request. */
export interface Envelope<T = unknown> {
  errcode: number
  errmsg: string
  data: T
  traceId: string
}

/** `data` of a 20001: which field, and the reason's name in `BAD_FIELD_REASONS`. */
export interface BadField {
  field: string
  reason: string
}

/** `data` of a 429 and of sign-in refusals: seconds to wait. */
export interface RetryLater {
  retryAfter: number
}
