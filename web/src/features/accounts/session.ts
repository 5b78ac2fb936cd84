import { currentUser, login, type User } from '@clouddisk/contract/accounts'
import { queryOnlineTypes } from '@clouddisk/contract/coediting'
import { directoryLogin } from '@clouddisk/contract/directory-login'
import type { Reply } from '@clouddisk/contract/route'
import { querySettings, type Settings, saveSettings } from '@clouddisk/contract/settings'
import { QueryObserver, queryOptions } from '@tanstack/react-query'
import { call, errorMessage, setCallerName } from '../../lib/api.ts'
import { canImport } from '../../lib/can-import.ts'
import { canSync } from '../../lib/can-sync.ts'
import { isLanguage, language, languageFor, switchLanguage } from '../../lib/i18n.ts'
import { onlineTypes } from '../../lib/online.ts'
import { receivePreferences, savePreferencesWith } from '../../lib/preferences.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { readSessionStored, writeSessionStored } from '../../lib/storage.ts'
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
    canSync.set(user.clusterSync)
    // Nothing waits for it.
    if (user.onlineEditing) call(queryOnlineTypes, {}, { quiet: true }).then(onlineTypes.set, () => undefined)
    return user
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export interface SignInCredentials {
  /** Whose password it is; undefined: this server’s. */
  directoryId?: string
  userName: string
  password: string
  region?: string
  platform?: string
}

/** What a sign-in answers. */
export type SignedIn = Omit<Reply<typeof login>, 'token'>

/** Signs in; the cookie comes with the answer. */
export const signIn = ({ directoryId, ...credentials }: SignInCredentials) =>
  directoryId === undefined
    ? call(login, credentials, { quiet: true })
    : call(directoryLogin, { ...credentials, directoryId }, { quiet: true })

/** What the server keeps for this person; the changes feed invalidates it. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: () => call(querySettings, {}),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Set while a choice of language is not saved for the person: one made before signing in. */
const UNSAVED_LANGUAGE = 'clouddisk.unsavedLanguage'

/**
 * Takes over what the server keeps for this person now and after each change, and sends changes there from now on. Returns
 * the function that stops it. Where the server does not answer, the page works with what this browser remembers.
 */
export function followSettings(): () => void {
  savePreferencesWith((change) => void keepSettings(change))
  const chosen = readSessionStored(UNSAVED_LANGUAGE)
  if (isLanguage(chosen)) void keepSettings({ language: chosen })
  return new QueryObserver(queryClient, settingsQuery).subscribe(({ data }) => data && receiveSettings(data))
}

/** Takes over what the server keeps, before the first page of the person is drawn. */
export const loadSettings = (): Promise<void> =>
  queryClient
    .fetchQuery({ ...settingsQuery, staleTime: 0 })
    .then(receivePreferences)
    .catch(() => undefined)

/** Changes that the server may not have saved yet; what it answers meanwhile may lack them. */
let unsaved: Settings = {}
let saves = 0

async function keepSettings(change: Settings): Promise<void> {
  unsaved = { ...unsaved, ...change }
  saves++
  try {
    await call(saveSettings, change)
    if (change.language) writeSessionStored(UNSAVED_LANGUAGE, undefined)
  } catch (error) {
    toast.error(t('settingsNotSaved', { reason: errorMessage(error) }))
  }
  if (--saves > 0) return
  const { queryKey } = settingsQuery
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (settings) => settings && { ...settings, ...unsaved })
  unsaved = {}
}

function receiveSettings(saved: Settings): void {
  const settings = { ...saved, ...unsaved }
  receivePreferences(settings)
  followLanguage(settings.language)
}

/** The language that the page was asked to be in last. */
let asked: string = language
let isFirst = true

/** Switches at once while the page starts; later only when asked to, as a reload loses what is being typed. */
function followLanguage(saved: Settings['language']): void {
  const to = languageFor(saved)
  if (to !== asked) {
    const run = () => switchLanguage(to)
    if (isFirst) run()
    else if (to !== language) toast.info(t('languageChanged'), { action: { label: t('reload'), run } })
  }
  asked = to
  isFirst = false
}

/** Saves the language for this person too, then reloads the page in it. */
export async function chooseLanguage(to: NonNullable<Settings['language']>): Promise<void> {
  writeSessionStored(UNSAVED_LANGUAGE, to)
  await call(saveSettings, { language: to }, { timeoutMs: 3000 }).then(
    () => writeSessionStored(UNSAVED_LANGUAGE, undefined),
    () => undefined,
  )
  switchLanguage(to)
}

/** The same before signing in: it is saved for the person who signs in here next. */
export function chooseLanguageSignedOut(to: NonNullable<Settings['language']>): void {
  writeSessionStored(UNSAVED_LANGUAGE, to)
  switchLanguage(to)
}
