import { ApiError } from '@clouddisk/client/http/errors'

/** Whether the call failed only because of this field, for which a page has its own message. */
export const isBadFieldError = (error: unknown, field: string): boolean =>
  error instanceof ApiError && error.name === 'bad_field' && error.details.field === field
