import { type ComponentType, Suspense } from 'react'
import type { DepartmentChoiceProps, PersonChoiceProps } from '../../lib/directory.ts'
import { provideOffer } from '../../lib/extension-points.ts'
import { lazyPart, withinChunkTime } from '../../lib/lazy-part.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What pages of the administration do for each other. */
export function offerInConsole(): void {
  provideOffer('directory', {
    DepartmentPicker: asField<DepartmentChoiceProps>(
      lazyPart(
        () => import('../../features/directory/departments/department-picker.tsx'),
        (part) => part.DepartmentPicker,
      ),
    ),
    PersonPicker: asField<PersonChoiceProps>(
      lazyPart(
        () => import('../../features/directory/people/person-picker.tsx'),
        (part) => part.PersonPicker,
      ),
    ),
    changePeople: async (people, change) => {
      const { apply } = await withinChunkTime(() => import('../../features/directory/people/mutations.ts'))
      return apply(people, change)
    },
  })
  provideOffer('offboarding', {
    Wizard: lazyPart(
      () => import('../../features/offboarding/offboarding-wizard.tsx'),
      (part) => part.OffboardingWizard,
    ),
  })
}

/** A part that keeps its place in a form until it is here. */
const asField =
  <P extends object>(Part: ComponentType<P>): ComponentType<P> =>
  (props) => (
    <Suspense fallback={<Skeleton box className="h-9 w-full rounded-m" />}>
      <Part {...props} />
    </Suspense>
  )
