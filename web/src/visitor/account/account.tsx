import { Users } from 'lucide-react'
import type { ReactElement } from 'react'
import { texts } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { goToOtherAccount } from '../calls.ts'

const t = texts('visitor-account', {
  account: ['账号：{{name}}', 'Account: {{name}}'],
  switchAccount: ['切换账号', 'Switch accounts'],
})

/** Who is signed in, and the way to another account. */
export const Account = ({ name }: { name: string }): ReactElement => (
  <Menu
    trigger={
      <Button variant="quiet" size="small" aria-label={t('account', { name })}>
        <Avatar name={name} size={22} />
        <span className="max-w-40 truncate max-md:hidden">{name}</span>
      </Button>
    }
    header={<p className="max-w-60 truncate px-3 py-2 text-secondary text-mut">{name}</p>}
    groups={[
      [
        {
          name: 'link.switch-account',
          label: t('switchAccount'),
          icon: Users,
          run: goToOtherAccount,
        },
      ],
    ]}
  />
)
