import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import { putFile as putFileCall, type SavedInstance } from '@clouddisk/contract/uploads'
import type { CallOptions, Client } from '../http/call.ts'

const BYTES = 'application/octet-stream'

/** Uploads one file of up to `LIMITS.putFileBytes` in one call. @throws as `client.call` */
export const putFile = (
  client: Pick<Client, 'call'>,
  input: Input<typeof putFileCall>,
  content: Blob | Uint8Array<ArrayBuffer>,
  options: Omit<CallOptions, 'file'> = {},
): Promise<SavedInstance> =>
  client.call(putFileCall, input, {
    timeoutMs: LIMITS.partTimeoutMs,
    ...options,
    file: { type: BYTES, content },
  })
