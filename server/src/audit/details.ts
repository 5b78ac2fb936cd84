/** Audit details of the principals that a change grants something to or revokes it from. */

/** How many of them are listed by name. */
export const MAX_LISTED_NAMES = 20

/** Their roles, for the listed ones, in the order of the change's principals. */
export const roleDetails = (
  principalIds: readonly string[],
  roleOf: (id: string) => string | undefined,
): Record<string, string> =>
  Object.fromEntries(
    principalIds.slice(0, MAX_LISTED_NAMES).flatMap((id) => {
      const role = roleOf(id)
      return role === undefined ? [] : [[id, role]]
    }),
  )
