/** Who asks. Every rule is asked with one of these; there is no call without. */
export interface Actor {
  readonly personId: string
  readonly sessionId: string
  readonly accountName: string
  readonly realName: string
  readonly isAdmin: boolean
  /** Ids that grants may name: the person, later the departments and groups it is in. */
  readonly principals: readonly string[]
}
