import { favoriteOffer } from '../features/files/favorites.ts'
import { placeOffer } from '../features/files/pick-folder.ts'
import { previewOffer } from '../features/preview/preview.ts'
import { type FilesArea, provideOffer } from '../lib/extension-points.ts'
import { withinChunkTime } from '../lib/lazy-part.ts'
import { ADDRESS, folderSearch, hrefOf } from './addresses.ts'
import { offerTogether } from './collaboration.tsx'
import { enterOver } from './overlay-entry.ts'
import { router } from './router.tsx'

/** Hands features what others can do for them; they never import each other. */
export function offer(): void {
  provideOffer('place', placeOffer)
  provideOffer(
    'preview',
    previewOffer(() => enterOver(router.history)),
  )
  provideOffer('favorite', favoriteOffer)
  provideOffer('locate', {
    locate,
    hrefOf,
    openBin: (group) => void router.navigate({ to: '/recycleBin', search: { group } }),
    open: (area) => void router.navigate({ to: ADDRESS[area] }),
  })
  offerTogether()
  provideOffer('administration', {
    open: () => void router.navigate({ to: '/admin/$', params: { _splat: '' } }),
  })
  provideOffer('jobs', {
    watch: async (jobId, title) => {
      const { jobsOffer } = await withinChunkTime(() => import('../features/jobs/jobs.ts'))
      return jobsOffer.watch(jobId, title)
    },
  })
}

function locate(folderId: string, select?: string, area: FilesArea = 'personal'): void {
  void router.navigate({ to: ADDRESS[area], search: folderSearch(folderId, select) })
}
