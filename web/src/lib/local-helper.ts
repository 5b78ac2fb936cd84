import { pluginInfo } from '@clouddisk/contract/local-helper'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** The desktop client on this computer, as pages in a browser see it (A§7). */

/** Where it answers, and where it can be downloaded. */
export const localHelperQuery = queryOptions({
  queryKey: ['local-helper'],
  queryFn: () => call(pluginInfo, {}, { quiet: true }),
  staleTime: 5 * 60_000,
})

export const isWindows = (): boolean => /windows/i.test(navigator.userAgent)
