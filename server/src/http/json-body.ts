import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors/refusal.ts'

/**
 * Parses JSON bodies: an object, or nothing. A repeated key is refused, as in a query or a form; JSON leaves its meaning
 * open.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => readJson(body),
  )
}

function readJson(body: string): object {
  const text = body.startsWith('\ufeff') ? body.slice(1) : body
  if (text.trim() === '') return {}
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('malformed_body')
  const field = repeatedKey(text)
  if (field !== undefined) throw new Refusal('bad_field', { field, reason: 'type' })
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed_body')
  }
}

/** The first key that is repeated in the outermost object. `text` is valid JSON. */
function repeatedKey(text: string): string | undefined {
  const keys = new Set<string>()
  let depth = 0
  let isKey = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (depth === 1 && isKey) {
        const key: string = JSON.parse(text.slice(at, end))
        if (keys.has(key)) return key
        keys.add(key)
        isKey = false
      }
      at = end - 1
    } else if (character === '{' || character === '[') {
      depth++
      isKey = depth === 1
    } else if (character === '}' || character === ']') depth--
    else if (character === ',') isKey = depth === 1
  }
  return undefined
}

/** The position after the closing quote. */
function endOfString(text: string, begin: number): number {
  let at = begin + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
