import { ApiError } from '@clouddisk/client/http/errors'

/** Whether what a call says of one of its fields is all there is to its refusal: a page has better words for some. */
export const isBadFieldError = (error: unknown, field: string): boolean =>
  error instanceof ApiError && error.name === 'bad_field' && error.details.field === field
