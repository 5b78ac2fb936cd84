import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors/refusal.ts'

/** multipart/form-data with a file, for the calls that take one; others refuse it as `unsupported_media`. */

export interface UploadedFormFile {
  readonly fileName: string
  readonly bytes: Buffer
}

const forms = new WeakMap<FastifyRequest, UploadedFormFile>()

/** `calls` names the routes that take a file. */
export function acceptFileForms(app: FastifyInstance, calls: ReadonlySet<string>): void {
  const parse = async (request: FastifyRequest, body: Buffer) => {
    const { call } = request.routeOptions.config as { call?: string }
    if (call === undefined || !calls.has(call)) throw new Refusal('unsupported_media')
    const form = await readForm(request.headers['content-type'] ?? '', body)
    for (const [, value] of form)
      if (typeof value !== 'string')
        forms.set(request, { fileName: value.name, bytes: Buffer.from(await value.arrayBuffer()) })
    return fieldsOf(form)
  }
  app.addContentTypeParser<Buffer>('multipart/form-data', { parseAs: 'buffer' }, parse)
}

/** The text fields; a list where a key is repeated. */
function fieldsOf(form: FormData): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const key of new Set(form.keys())) {
    const texts = form.getAll(key).filter((value) => typeof value === 'string')
    if (texts.length > 0) fields.set(key, texts.length === 1 ? texts[0] : texts)
  }
  return Object.fromEntries(fields)
}

/** Parses with the platform's FormData. */
async function readForm(type: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new Refusal('malformed_body')
  }
}

/** The file of a request's form. */
export const formFileOf = (request: FastifyRequest): UploadedFormFile | undefined => forms.get(request)
