import type { Envelope } from '@clouddisk/contract/envelope'
import type { Answer } from './wire.ts'

/** `data` of an answer; throws where the call was refused. */
export function readEnvelope({ body }: Answer): unknown {
  const { errcode, errmsg, data } = JSON.parse(body.toString()) as Envelope
  if (errcode !== 0) throw new Error(`refused: ${errcode} ${errmsg}`)
  return data
}
