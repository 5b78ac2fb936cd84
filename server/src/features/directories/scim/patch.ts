import { refuseScim, refuseValue } from './fault.ts'
import type { PatchOperation } from './parts.ts'
import { isObject, type JsonObject } from './values.ts'

const OPERATIONS_MAX = 1000

export interface ReadOperation {
  readonly op: PatchOperation
  readonly path: string | undefined
  readonly value: unknown
}

/** The operations of a PATCH; keys and operations in any case, as Entra ID writes them. */
export function readPatch(body: JsonObject): ReadOperation[] {
  const list = keyOf(body, 'operations')
  if (!Array.isArray(list) || list.length === 0)
    return refuseScim(400, 'required', 'Operations', 'invalidSyntax')
  if (list.length > OPERATIONS_MAX) refuseScim(400, 'tooLong', 'Operations', 'tooMany')
  return list.map((one) => {
    if (!isObject(one)) return refuseScim(400, 'type', 'Operations', 'invalidSyntax')
    const op = keyOf(one, 'op')
    const path = keyOf(one, 'path')
    const name = typeof op === 'string' ? op.toLowerCase() : ''
    if (name !== 'add' && name !== 'replace' && name !== 'remove')
      return refuseScim(400, 'operation', String(op ?? ''), 'invalidSyntax')
    if (path !== undefined && path !== null && typeof path !== 'string') return refuseValue('type', 'path')
    return {
      op: name,
      path: typeof path === 'string' && path !== '' ? path : undefined,
      value: keyOf(one, 'value'),
    }
  })
}

function keyOf(object: JsonObject, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name]
  const key = Object.keys(object).find((one) => one.toLowerCase() === name)
  return key === undefined ? undefined : object[key]
}
