import { Users } from 'lucide-react'
import type { ReactElement } from 'react'
import { useMediaQuery } from '../../../lib/media-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { t } from '../strings.ts'

const useRoomForSidebar = () => useMediaQuery('(width >= 1024px)')

/** The departments at the left of a list; a drawer where there is no room. */
export const DepartmentSidebar = (props: OverlayControl & { children: ReactElement }): ReactElement =>
  useRoomForSidebar() ? (
    <div className="w-[228px] shrink-0 border-r border-line">{props.children}</div>
  ) : (
    <Drawer {...props} bare side="left" width={300} title={t('departments')} />
  )

/** Opens the drawer of departments. */
export const DepartmentsButton = ({ onClick }: { onClick: () => void }): ReactElement | null =>
  useRoomForSidebar() ? null : (
    <Button icon={Users} onClick={onClick}>
      {t('departments')}
    </Button>
  )
