import type { ScimFault } from '@clouddisk/contract/scim-words'

/** Detail error keywords of RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal in the terms of SCIM. */
export class ScimError extends Error {
  readonly status: number
  readonly fault: ScimFault
  readonly value: string
  readonly scimType: ScimType | undefined

  constructor(status: number, fault: ScimFault, value = '', scimType?: ScimType) {
    super(fault)
    this.status = status
    this.fault = fault
    this.value = value.slice(0, VALUE_MAX)
    this.scimType = scimType
  }
}

const VALUE_MAX = 300

export function refuseScim(status: number, fault: ScimFault, value?: string, scimType?: ScimType): never {
  throw new ScimError(status, fault, value, scimType)
}

export const refuseValue = (fault: ScimFault, value?: string): never =>
  refuseScim(400, fault, value, 'invalidValue')
