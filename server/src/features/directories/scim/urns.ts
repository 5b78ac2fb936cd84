/** Names of schemas and messages, and of attributes with and without them. */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

const CORE = [USER_SCHEMA, GROUP_SCHEMA].map((schema) => `${schema.toLowerCase()}:`)
const ENTERPRISE = ENTERPRISE_SCHEMA.toLowerCase()

/**
 * In lower case and without its schema: attributes of the extension have names of their own. '' is the extension as a whole; undefined:
 * of another schema.
 */
export function attributeName(text: string): string | undefined {
  const lower = text.toLowerCase()
  if (!lower.startsWith('urn:')) return lower
  if (lower === ENTERPRISE) return ''
  for (const prefix of [...CORE, `${ENTERPRISE}:`])
    if (lower.startsWith(prefix)) return lower.slice(prefix.length)
  return undefined
}
