import { favoriteOffer } from '../features/files/favorites.ts'
import { placeOffer } from '../features/files/place.ts'
import { previewOffer } from '../features/preview/preview.ts'
import { withinChunkTime } from '../lib/lazy-part.ts'
import { type FilesArea, provideOffer } from '../lib/offers.ts'
import { ADDRESS, folderSearch, hrefOf } from './locate.ts'
import { enterOver } from './over.ts'
import { router } from './router.tsx'
import { offerTogether } from './together-door.tsx'

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
