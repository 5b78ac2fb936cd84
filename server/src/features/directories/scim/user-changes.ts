import { refuseScim, refuseValue } from './fault.ts'
import { type Path, parsePath } from './filter.ts'
import { changedElements, changedName, type PatchOperation } from './parts.ts'
import type { UserResource } from './user-resource.ts'
import { isObject, type JsonObject, readBoolean, readText } from './values.ts'

/** Users as POST and PUT send them whole, and PATCH in parts. */

type Draft = { -readonly [K in keyof UserResource]?: UserResource[K] | undefined }

const TEXTS = {
  externalid: 'externalId',
  displayname: 'displayName',
  department: 'department',
} as const
const MULTIPLE = { emails: 'emails', phonenumbers: 'phoneNumbers' } as const
/** Attributes of the standard that have no place here: clients may send them. */
const IGNORED: ReadonlySet<string> = new Set([
  'schemas',
  'title',
  'nickname',
  'profileurl',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'password',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509certificates',
  'employeenumber',
  'costcenter',
  'organization',
  'division',
  'manager',
])
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta', 'groups'])

/** The whole of a user, as POST and PUT send it; what is not known is ignored. */
export function readUser(body: JsonObject, before?: UserResource): UserResource {
  const draft: Draft = {}
  assignAll(draft, 'replace', body)
  return finished({ ...draft, active: draft.active ?? before?.active ?? true })
}

/** Operations of PATCH, one after the other. */
export function patchUser(
  user: UserResource,
  operations: readonly {
    readonly op: PatchOperation
    readonly path: string | undefined
    readonly value: unknown
  }[],
): UserResource {
  const draft: Draft = { ...user }
  for (const { op, path, value } of operations) {
    if (path !== undefined) change(draft, op, parsePath(path), value, path)
    else if (op === 'remove') refuseScim(400, 'path', '', 'noTarget')
    else if (isObject(value)) assignAll(draft, op, value)
    else refuseValue('type', 'value')
  }
  return finished(draft)
}

function finished(draft: Draft): UserResource {
  const { userName, active = true, ...rest } = draft
  if (userName === undefined) return refuseValue('required', 'userName')
  const kept = Object.entries(rest).filter(([, value]) => value !== undefined)
  return { userName, active, ...(Object.fromEntries(kept) as Partial<UserResource>) }
}

/** Keys are attributes, also with their schema or sub-attribute: `name.familyName`, `urn:…:User:department`. */
function assignAll(draft: Draft, op: 'add' | 'replace', body: JsonObject): void {
  for (const [key, value] of Object.entries(body)) {
    const path = pathOrNone(key)
    if (path?.attribute === undefined) continue
    if (path.attribute === '') {
      if (isObject(value)) assignAll(draft, op, value)
      else if (value !== null) refuseValue('type', key)
    } else if (isKnown(path.attribute)) change(draft, op, path, value, key)
  }
}

function pathOrNone(key: string): Path | undefined {
  return /^[\w:.$-]+(\[.*\](\.\w+)?)?$/.test(key) ? parsePath(key) : undefined
}

const isKnown = (name: string): boolean =>
  ['username', 'active', 'name'].includes(name) || Object.hasOwn(TEXTS, name) || Object.hasOwn(MULTIPLE, name)

function change(draft: Draft, op: PatchOperation, path: Path, value: unknown, text: string): void {
  const { attribute, sub, where } = path
  if (attribute === undefined || IGNORED.has(attribute)) return
  if (READ_ONLY.has(attribute)) refuseScim(400, 'readOnly', text, 'mutability')
  if (attribute === '') {
    if (op === 'remove') draft.department = undefined
    else if (isObject(value)) assignAll(draft, op, value)
    else refuseValue('type', text)
    return
  }
  if (Object.hasOwn(MULTIPLE, attribute)) {
    const name = MULTIPLE[attribute as keyof typeof MULTIPLE]
    const elements = changedElements(name, draft[name] ?? [], { op, where, sub, value })
    draft[name] = elements.length > 0 ? elements : undefined
    return
  }
  if (where) refuseScim(400, 'path', text, 'invalidPath')
  if (attribute === 'name') {
    draft.name = changedName(draft.name, op, sub, value)
    return
  }
  if (sub !== undefined) refuseScim(400, 'path', text, 'invalidPath')
  if (attribute === 'username') {
    draft.userName = op === 'remove' ? undefined : readText('userName', value)
    if (draft.userName === undefined) refuseValue('required', 'userName')
  } else if (attribute === 'active') {
    if (op === 'remove' || value === null) refuseValue('required', 'active')
    draft.active = readBoolean('active', value)
  } else if (Object.hasOwn(TEXTS, attribute)) {
    const name = TEXTS[attribute as keyof typeof TEXTS]
    draft[name] = op === 'remove' ? undefined : readText(name, value)
  } else refuseScim(400, 'path', text, 'invalidPath')
}
