import { ERRORS, type ErrorName, type Language } from '@clouddisk/contract/errors'
import { errorMessageOf, Refusal } from '../../errors/refusal.ts'

/** What an error of this name says, as the address of the sign-in page has it; names that there are not say that it failed. */
export const faultText = (name: string, language: Language): string =>
  errorMessageOf(new Refusal(isErrorName(name) ? name : 'internal'), language).errmsg

const isErrorName = (name: string): name is ErrorName => Object.hasOwn(ERRORS, name)
