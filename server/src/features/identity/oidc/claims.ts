/** Claims of an id_token and of userinfo, as text. */

type Json = Record<string, unknown>

/**
 * Userinfo is the fuller one and wins. A verification goes with its address: that of another source says nothing of this
 * one's.
 */
export function mergeClaims(idToken: Json, userInfo: Json): Json {
  const { email_verified, phone_number_verified, ...rest } = idToken
  return {
    ...rest,
    ...(userInfo.email === undefined && email_verified !== undefined && { email_verified }),
    ...(userInfo.phone_number === undefined &&
      phone_number_verified !== undefined && { phone_number_verified }),
    ...userInfo,
  }
}

const VALUES_MAX = 1000
const DEPTH_MAX = 5

/** `{realm_access: {roles: ['a']}}` is `{'realm_access.roles': ['a']}`. */
export function claimsOf(json: Json): Record<string, string[]> {
  const claims: Record<string, string[]> = Object.create(null)
  collect('', json, 0)
  return { ...claims }

  function collect(path: string, value: unknown, depth: number): void {
    if (Array.isArray(value)) {
      for (const entry of value.slice(0, VALUES_MAX)) collect(path, entry, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      if (depth > DEPTH_MAX) return
      for (const [key, inner] of Object.entries(value))
        collect(path === '' ? key : `${path}.${key}`, inner, depth + 1)
    } else if (value !== null && value !== undefined && path !== '') {
      const values = claims[path] ?? []
      claims[path] = values
      if (values.length < VALUES_MAX) values.push(String(value))
    }
  }
}
