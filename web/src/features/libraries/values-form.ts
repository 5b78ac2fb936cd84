import { ApiError } from '@clouddisk/client/http/errors'
import type { LibraryAttribute } from '@clouddisk/contract/library-attributes'
import { errorMessage } from '../../lib/api.ts'
import { showError } from '../../ui/failures.ts'
import { type Form, useForm } from '../../ui/use-form.ts'
import { typedError } from './value-text.ts'
import type { TypedValues } from './values-fields.tsx'

/** A form of the attributes of a library. */

export const useValuesForm = (
  attributes: readonly LibraryAttribute[],
  initial: TypedValues,
): Form<TypedValues> =>
  useForm<TypedValues>(
    Object.fromEntries(attributes.map(({ attributeId: id }) => [id, initial[id] ?? ''])),
    (values) =>
      Object.fromEntries(
        attributes.map((attribute) => [
          attribute.attributeId,
          typedError(attribute, values[attribute.attributeId] ?? ''),
        ]),
      ),
  )

/** Shows what the server refuses at its field, or above the page. */
export function refuseValues(form: Form<TypedValues>, error: unknown, title: string): void {
  const id = error instanceof ApiError ? error.details.attributeId : undefined
  if (typeof id === 'string' && id in form.values) form.refuse({ [id]: errorMessage(error) })
  else showError(title, error)
}
