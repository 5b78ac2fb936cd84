import type { Settings } from '@clouddisk/contract/accounts'
import { currentUser, login, querySettings, saveSettings, type User } from '@clouddisk/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call, errorMessage, setCallerName } from '../../lib/api.ts'
import { canImport } from '../../lib/can-import.ts'
import { hasChosenLanguage, language, switchLanguage } from '../../lib/i18n.ts'
import { receivePreferences, savePreferencesWith } from '../../lib/preferences.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

/** The session, signing in, and the settings that follow a person. */

/** Throws an unauthorized ApiError when nobody is signed in; the page decides where to go. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async (): Promise<User> => {
    const user = await call(currentUser, {}, { quiet: true })
    setCallerName(user.userName)
    canImport.set(user.mayImport)
    return user
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export interface SignInCredentials {
  userName: string
  password: string
  region?: string
  platform?: string
}

/** Signs in; the cookie comes with the answer. */
export const signIn = (credentials: SignInCredentials) => call(login, credentials, { quiet: true })

/** Takes over what the server keeps for this person, and sends changes there from now on. */
export async function followSettings(): Promise<void> {
  savePreferencesWith(keepSettings)
  try {
    const settings = await call(querySettings, {})
    receivePreferences(settings)
    if (settings.language && settings.language !== language && !hasChosenLanguage())
      switchLanguage(settings.language)
  } catch {
    // The page works with what this browser remembers.
  }
}

function keepSettings(change: Settings): void {
  void call(saveSettings, change).catch((error: unknown) =>
    toast.error(t('settingsNotSaved', { reason: errorMessage(error) })),
  )
}

/** Keeps the language for this person too, then reloads the page in it. */
export async function chooseLanguage(to: NonNullable<Settings['language']>): Promise<void> {
  await call(saveSettings, { language: to }, { timeoutMs: 3000 }).catch(() => undefined)
  switchLanguage(to)
}
