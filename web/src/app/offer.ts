import { favoriteOffer } from '../features/files/favorites.ts'
import { placeOffer } from '../features/files/place.ts'
import { previewOffer } from '../features/preview/preview.ts'
import { withinChunkTime } from '../lib/lazy-part.ts'
import { provideOffer } from '../lib/offers.ts'
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
  provideOffer('locate', { locate })
  offerTogether()
  provideOffer('jobs', {
    watch: async (jobId, title) => {
      const { jobsOffer } = await withinChunkTime(() => import('../features/jobs/jobs.ts'))
      return jobsOffer.watch(jobId, title)
    },
  })
}

function locate(folderId: string, select?: string): void {
  const search = { ...(folderId !== '0' && { folder: folderId }), ...(select !== undefined && { select }) }
  void router.navigate({ to: '/personalFile', search })
}
