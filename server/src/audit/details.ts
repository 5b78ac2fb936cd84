/** What the log is to know of those whom a change gives something, or takes it from. */

/** So many of them are named. */
export const MAX_LISTED_NAMES = 20

/** As what they have it, by their ids: of those that are named, in the order in which the change addresses them. */
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
