import { createHash } from 'node:crypto'

/** Somebody as a directory has them, whatever the protocol. */
export interface DirectoryPersonInput {
  /** The directory's own id, which stays when names change. */
  readonly externalId: string
  /** Its place in the directory; '' where there is none. */
  readonly dn: string
  readonly accountName: string
  readonly realName: string
  /** The display name. */
  readonly userName: string
  readonly email: string
  readonly phone: string
  /** The directory's id of the department; null: none. */
  readonly department: string | null
  /** Roles here that come with groups: names of presets, ids of others; sorted. */
  readonly roles: readonly string[]
  readonly disabled: boolean
}

/** With the value of the cursor's attribute. */
export interface PersonSource {
  readonly person: DirectoryPersonInput
  readonly changed: string
}

/** Equal as long as nothing has to be applied. */
export const hashOf = (person: DirectoryPersonInput): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        person.dn,
        person.accountName,
        person.realName,
        person.userName,
        person.email,
        person.phone,
        person.department,
        person.roles,
        person.disabled,
      ]),
    )
    .digest()
    .subarray(0, 16)
