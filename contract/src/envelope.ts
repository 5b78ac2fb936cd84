/** Every JSON answer (C section 3): `errcode` 0 on success; `traceId` is in every log line of the request. */
export interface Envelope<T = unknown> {
  errcode: number
  errmsg: string
  data: T
  traceId: string
}
