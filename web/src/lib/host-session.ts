import { host } from './host.ts'

/** The session of the desktop client: its token goes with the page's calls, besides the cookie (A§7, R191). */

let token: string | null = null

export const hostToken = (): string | null => token

/** The token that the client has kept. */
export async function loadHostToken(): Promise<void> {
  token =
    (await host()
      ?.authorization?.({})
      .catch(() => null)) ?? null
}

/** After a 401: the sign-in that follows goes by the cookie. */
export const forgetHostToken = (): void => {
  token = null
}

/** Gives the client the session of a sign-in on the page. Without it the page goes on by its cookie. */
export async function handOverSession({
  userId,
  userName,
}: {
  readonly userId: string
  readonly userName: string
}): Promise<void> {
  const desktop = host()
  if (!desktop?.signedIn || token !== null) return
  await desktop
    .signedIn({ userId, userName })
    .then(loadHostToken)
    .catch(() => undefined)
}

/** Before a sign-out. */
export async function endHostSession(): Promise<void> {
  token = null
  await host()
    ?.signedOut?.({})
    .catch(() => undefined)
}
