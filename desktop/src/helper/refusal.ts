import { HELPER_RESULTS, type HelperReply } from '@clouddisk/contract/local-helper'

/** What a request of a page is refused with; the message is for the person. */
export class HelperRefusal extends Error {
  readonly resultCode: HelperReply['resultCode']

  constructor(result: keyof typeof HELPER_RESULTS, message: string) {
    super(message)
    this.resultCode = HELPER_RESULTS[result]
  }
}
