import type { NewToken } from '@clouddisk/contract/tokens'
import { Copy } from 'lucide-react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../button.tsx'
import type { DialogControl, DialogProps } from '../overlay-props.ts'
import { toast } from '../toast.tsx'
import { t } from './strings.ts'

/** The token itself, until somebody says that it is kept. */
export function tokenCreatedDialog(dialog: DialogControl, made: NewToken): DialogProps {
  const copy = async () =>
    void ((await copyText(made.token)) ? toast.ok(t('copied')) : toast.error(t('copyFailed')))
  return {
    ...dialog,
    required: true,
    width: 480,
    title: t('createdTitle', { name: made.name }),
    footerStart: (
      <Button icon={Copy} onClick={() => void copy()}>
        {t('copyToken')}
      </Button>
    ),
    footer: (
      <Button variant="primary" onClick={() => dialog.onOpenChange(false)}>
        {t('done')}
      </Button>
    ),
    children: (
      <>
        <p className="mb-4 text-secondary text-fg-2">{t('createdText')}</p>
        <code className="block rounded-m bg-field px-3 py-2.5 text-section font-medium break-all select-all">
          {made.token}
        </code>
        <p className="mt-4 mb-1.5 text-secondary text-fg-2">{t('usage')}</p>
        <code className="block rounded-m bg-field px-3 py-2 text-caption break-all text-fg-2">
          Authorization: Bearer {made.token.slice(0, 8)}…
        </code>
      </>
    ),
  }
}
