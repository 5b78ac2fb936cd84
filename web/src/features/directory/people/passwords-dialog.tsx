import { useQuery } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { publicConfigQuery } from '../../../lib/public-config.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { t } from '../strings.ts'
import {
  type GeneratedPassword,
  savePasswordsCsv,
  signInText,
  signInTexts,
  useGeneratedPasswords,
} from './passwords.ts'

/** Shows made-up passwords this once, until somebody says that they are kept. */
export function PasswordsDialog(): ReactElement | null {
  const request = useGeneratedPasswords()
  return request ? <PasswordList key={request.id} made={request.question} onDone={request.answer} /> : null
}

const copy = async (text: string): Promise<void> =>
  void ((await copyText(text)) ? toast.ok(t('copied')) : toast.error(t('copyFailed')))

function PasswordList({
  made,
  onDone,
}: {
  made: readonly GeneratedPassword[]
  onDone: () => void
}): ReactElement {
  // It has the address that goes with each password.
  useQuery(publicConfigQuery)
  const [open, setOpen] = useState(true)
  const one = made.length === 1 ? made[0] : undefined
  return (
    <Dialog
      required
      open={open}
      onOpenChange={setOpen}
      onClosed={onDone}
      width={600}
      title={t('passwordsTitle', { count: made.length })}
      footerStart={
        <div className="flex gap-2">
          <Button icon={Copy} onClick={() => void copy(one ? signInText(one) : signInTexts(made))}>
            {t(one ? 'copySignIn' : 'copyAll')}
          </Button>
          {!one && (
            <Button icon={Download} onClick={() => savePasswordsCsv(made)}>
              {t('savePasswords')}
            </Button>
          )}
        </div>
      }
      footer={
        <Button variant="primary" onClick={() => setOpen(false)}>
          {t('done', { count: made.length })}
        </Button>
      }
    >
      <p className="mb-4 text-secondary text-fg-2">{t('passwordsText', { count: made.length })}</p>
      <ul className="flex flex-col gap-1.5">
        {made.map((person) => (
          <li
            key={person.accountName}
            className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 rounded-m bg-field py-1 pr-1 pl-3"
          >
            <TwoLines name={person.userRealName} note={person.accountName} />
            <code className="tabular text-section font-medium select-all">{person.password}</code>
            <IconButton
              icon={Copy}
              label={t('copyOf', { name: person.userRealName })}
              onClick={() => void copy(signInText(person))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
