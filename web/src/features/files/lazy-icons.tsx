import type { LucideIcon, LucideProps } from 'lucide-react'
import { type ComponentType, type ReactElement, Suspense } from 'react'
import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'

/** Icons of actions that nothing shows before the first input: they come with the menus that show them. */

const load = () => import('./menu-icons.ts')
fetchWhenIdle(load)

export function menuIcon(name: keyof typeof import('./menu-icons.ts')): LucideIcon {
  const Icon: ComponentType<LucideProps> = lazyPart(load, name)
  const LazyIcon = (props: LucideProps): ReactElement => (
    <Suspense fallback={<svg width={props.size} height={props.size} aria-hidden />}>
      <Icon {...props} />
    </Suspense>
  )
  return LazyIcon as unknown as LucideIcon
}
