import { refuse } from '../../errors/refusal.ts'

/** The browser's answer to a WebAuthn call, as JSON text; checked here only so far that it can be read. */
export interface PasskeyAnswer<R extends 'attestationObject' | 'signature'> {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: object
  readonly response: { readonly clientDataJSON: string } & Readonly<Record<R, string>> &
    Readonly<Record<string, unknown>>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws `passkey_refused` on anything else. */
export function readAnswer<R extends 'attestationObject' | 'signature'>(
  text: string,
  kind: R,
): { answer: PasskeyAnswer<R>; challenge: string } {
  const answer = parse(text)
  const response = isRecord(answer) && answer.response
  if (!isRecord(answer) || !isRecord(response)) return refuse('passkey_refused')
  const { id, rawId, type } = answer
  const { clientDataJSON, [kind]: proof } = response
  if (typeof id !== 'string' || rawId !== id || type !== 'public-key') return refuse('passkey_refused')
  if (typeof clientDataJSON !== 'string' || typeof proof !== 'string') return refuse('passkey_refused')
  const client = parse(Buffer.from(clientDataJSON, 'base64url').toString())
  if (!isRecord(client) || typeof client.challenge !== 'string') return refuse('passkey_refused')
  // Extensions are not used; their results come from the browser and may be anything.
  const read = { ...answer, clientExtensionResults: {} } as unknown as PasskeyAnswer<R>
  return { answer: read, challenge: client.challenge }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
