import { type ComponentType, Suspense } from 'react'
import type { DepartmentPickerProps, PersonPickerProps } from '../../lib/directory.ts'
import { provideExtension } from '../../lib/extension-points.ts'
import { lazyPart, loadWithTimeout } from '../../lib/lazy-part.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Provides the extensions that exist inside the administration only. */
export function provideAdminExtensions(): void {
  provideExtension('directory', {
    DepartmentPicker: asField<DepartmentPickerProps>(
      lazyPart(
        () => import('../../features/directory/departments/department-picker.tsx'),
        'DepartmentPicker',
      ),
    ),
    PersonPicker: asField<PersonPickerProps>(
      lazyPart(() => import('../../features/directory/people/person-picker.tsx'), 'PersonPicker'),
    ),
    changePeople: async (people, change) => {
      const { changePeopleAndRefresh } = await loadWithTimeout(
        () => import('../../features/directory/people/mutations.ts'),
      )
      return changePeopleAndRefresh(people, change)
    },
  })
  provideExtension('identity', {
    PersonIdentities: lazyPart(
      () => import('../../features/identity/person-identities.tsx'),
      'PersonIdentities',
    ),
  })
  provideExtension('offboarding', {
    Wizard: lazyPart(() => import('../../features/offboarding/offboarding-wizard.tsx'), 'OffboardingWizard'),
  })
}

/** A form field that shows a skeleton until its part is loaded. */
const asField =
  <P extends object>(Part: ComponentType<P>): ComponentType<P> =>
  (props) => (
    <Suspense fallback={<Skeleton box className="h-9 w-full rounded-m" />}>
      <Part {...props} />
    </Suspense>
  )
