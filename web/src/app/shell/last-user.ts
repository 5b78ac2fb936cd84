/** The user whose data this page has shown since it was loaded. */

let userId: string | undefined

export const lastUserId = (): string | undefined => userId
export const rememberUser = (id: string): void => {
  userId = id
}
