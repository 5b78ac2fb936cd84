import {
  countNotifications,
  type NoticeSetting,
  pageNotifications,
  queryNotificationSettings,
  readNotifications,
  saveNotificationSettings,
} from '@clouddisk/contract/notifications'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, errorMessage } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { toast } from '../../ui/toast.tsx'

/** Queries of the person's notifications; the change feed invalidates them. */

const COUNT = [...queryKeys.notifications, 'count']
const SETTINGS = ['notification-settings']
const PAGE_SIZE = 20

export const useUnreadCount = (): number =>
  useQuery({ queryKey: COUNT, queryFn: () => call(countNotifications, {}) }).data?.unread ?? 0

export const useNotices = (unread: boolean) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.notifications, 'page', unread],
    queryFn: ({ pageParam, signal }) =>
      call(
        pageNotifications,
        { pageSize: PAGE_SIZE, unread, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  })

/** Marks notifications as read; all without ids. */
export function useMarkRead() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (ids?: readonly string[]) =>
      call(readNotifications, ids ? { notificationIds: [...ids] } : {}),
    onSuccess: (answer) => cache.setQueryData(COUNT, answer),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.notifications }),
  })
}

export const useNoticeSettings = () =>
  useQuery({ queryKey: SETTINGS, queryFn: () => call(queryNotificationSettings, {}), staleTime: 0 })

/** Shows the change at once; rolled back if saving fails. */
export function useSaveSetting() {
  const cache = useQueryClient()
  type Settings = Awaited<ReturnType<typeof call<typeof queryNotificationSettings>>>
  const show = (setting: NoticeSetting) =>
    cache.setQueryData<Settings>(
      SETTINGS,
      (now) => now && { ...now, list: now.list.map((one) => (one.kind === setting.kind ? setting : one)) },
    )
  return useMutation({
    mutationFn: (setting: NoticeSetting) => call(saveNotificationSettings, { list: [setting] }),
    onMutate: async (setting) => {
      await cache.cancelQueries({ queryKey: SETTINGS })
      const before = cache.getQueryData<Settings>(SETTINGS)?.list.find(({ kind }) => kind === setting.kind)
      show(setting)
      return before
    },
    onError: (error, _, before) => {
      // The refetch may fail as well.
      if (before) show(before)
      toast.error(errorMessage(error))
    },
    onSettled: () => cache.invalidateQueries({ queryKey: SETTINGS }),
  })
}
