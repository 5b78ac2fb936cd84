import { ApiError } from '@clouddisk/client/http/errors'

/** The field, among those of a form, that the call was refused for. */
export const refusedFieldOf = <K extends string>(error: unknown, fields: readonly K[]): K | undefined =>
  error instanceof ApiError ? fields.find((field) => field === error.details.field) : undefined

/** Whether the call failed only because of this field, for which a page has its own message. */
export const isBadFieldError = (error: unknown, field: string): boolean =>
  error instanceof ApiError && error.name === 'bad_field' && error.details.field === field
