/** A department as a directory has it, whatever the protocol. */
export interface DirectoryDepartmentInput {
  readonly externalId: string
  /** Its place in the directory; '' where there is none. */
  readonly dn: string
  readonly name: string
  /** The directory's id of the one above; null: none. */
  readonly parent: string | null
}
