import { client } from './api.ts'
import { createRequests } from './requests.ts'

/** Asking who somebody is before something dangerous; the dialog is drawn by its host in app. */

const requests = createRequests<undefined, boolean>()
export const useOpenConfirmation = requests.useOpen

/** Calls that need it ask, and are made again. */
export const watchConfirmations = (): void => client.setConfirmationHandler(() => requests.ask(undefined))
