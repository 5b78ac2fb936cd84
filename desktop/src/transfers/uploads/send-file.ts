import type { FileHandle } from 'node:fs/promises'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import type { ObjectRequest, ObjectResponse } from '@clouddisk/client/uploads/ports'
import { type DiskFile, NotReadableError } from './disk-file.ts'

/** Sends a part of a file as the body of a request: the next bytes are read while those before them are sent. */

const READ_BYTES = 1024 * 1024

const agents = {
  'http:': new HttpAgent({ keepAlive: true, proxyEnv: process.env }),
  'https:': new HttpsAgent({ keepAlive: true, proxyEnv: process.env }),
}

/** Used again and again: V8 frees memory outside its heap late, at the price of a collection of the whole heap. */
const buffers: Buffer[] = []
const takeBuffer = (): Buffer => buffers.pop() ?? Buffer.allocUnsafeSlow(READ_BYTES)

export interface SendWatch {
  readonly signal: AbortSignal
  onProgress(sentBytes: number): void
}

/** @throws an error named NotReadableError (the file), or that of the connection. */
export async function sendFile(
  { method, url, headers }: ObjectRequest,
  content: DiskFile,
  { signal, onProgress }: SendWatch,
): Promise<ObjectResponse> {
  const file = await content.open()
  try {
    signal.throwIfAborted()
    const isHttps = url.startsWith('https:')
    const options = {
      ...{ method, signal, agent: agents[isHttps ? 'https:' : 'http:'] },
      headers: { ...headers, 'content-length': content.size },
    }
    const request = isHttps ? httpsRequest(url, options) : httpRequest(url, options)
    return await exchange(request, file, content, onProgress)
  } finally {
    await file.close()
  }
}

async function exchange(
  request: ClientRequest,
  file: FileHandle,
  content: DiskFile,
  onProgress: (sentBytes: number) => void,
): Promise<ObjectResponse> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
  try {
    await writeBody(request, file, content, answered, onProgress)
    const response = await answered
    const body = await text(response)
    return { status: response.statusCode ?? 0, header: (name) => headerOf(response, name), text: body }
  } finally {
    // The rest of a body that was answered before its end, or could not be read.
    if (!request.writableFinished) request.destroy()
  }
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}

/** Ends the request, or leaves off where the answer comes before the end. @throws as soon as the request fails. */
async function writeBody(
  request: ClientRequest,
  file: FileHandle,
  content: DiskFile,
  answered: Promise<unknown>,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  const own = [takeBuffer(), takeBuffer()] as const
  const { from } = content
  let isAnswered = false
  const answer = answered.then(() => {
    isAnswered = true
  })
  // Where the file cannot be read, nothing waits for it any more.
  answer.catch(() => undefined)
  let sending: Promise<void> = Promise.resolve()
  for (let at = 0, n = 0; at < content.size; n++) {
    const chunk = await readInto(own[n % 2 === 0 ? 0 : 1], file, from + at, content.size - at)
    await Promise.race([sending, answer])
    if (isAnswered) return
    at += chunk.length
    const sent = at
    sending = new Promise<void>((resolve) => {
      request.write(chunk, () => resolve())
    }).then(() => onProgress(sent))
  }
  request.end()
  await Promise.race([sending, answer])
  // Those of a request that failed may still be read by the system.
  if (!isAnswered) buffers.push(...own)
}

async function readInto(buffer: Buffer, file: FileHandle, at: number, left: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, left), at)
  if (bytesRead === 0) throw new NotReadableError('the file has become shorter')
  return buffer.subarray(0, bytesRead)
}
