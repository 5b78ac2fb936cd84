import type { DesktopSettings } from '@clouddisk/contract/desktop'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { desktopHost } from '../../lib/host.ts'
import { failureText } from '../../lib/host-error.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { DESKTOP_SETTINGS } from './desktop-settings.ts'
import { t } from './desktop-settings-strings.ts'

/** The servers that the client knows: to switch to, to remove, and to add. */
export function ServerList({ settings }: { settings: DesktopSettings }): ReactElement {
  const title = useId()
  return (
    <section aria-labelledby={title} className="pt-4">
      <h3 id={title} className="text-body font-semibold">
        {t('servers')}
      </h3>
      <p className="text-caption text-mut">{t('serversHint')}</p>
      <ul className="divide-y divide-line">
        {settings.servers.map((server) => (
          <ServerRow key={server} server={server} isCurrent={server === settings.server} />
        ))}
      </ul>
      <AddServer />
    </section>
  )
}

function ServerRow({ server, isCurrent }: { server: string; isCurrent: boolean }): ReactElement {
  const cache = useQueryClient()
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      toast.error(failureText(error))
    }
    await cache.invalidateQueries({ queryKey: DESKTOP_SETTINGS })
  }
  const change = async () => {
    const question = {
      title: t('useTitle', { server }),
      text: t('useText'),
      confirmText: t('use'),
    }
    if (await confirm(question)) await attempt(() => desktopHost().useServer({ server }))
  }
  const remove = async () => {
    const question = {
      title: t('removeTitle', { server }),
      text: t('removeText'),
      confirmText: t('remove'),
      danger: true,
    }
    if (!(await confirm(question))) return
    await attempt(async () => {
      await desktopHost().removeServer({ server })
      toast.ok(t('removed', { server }))
    })
  }
  return (
    <li className="flex min-h-12 items-center gap-2 py-2">
      <span className="min-w-0 flex-1 text-body wrap-anywhere">{server}</span>
      {isCurrent ? (
        <Chip>{t('current')}</Chip>
      ) : (
        <>
          <Button size="small" aria-label={t('useServer', { server })} onClick={() => void change()}>
            {t('use')}
          </Button>
          <Button
            size="small"
            variant="bare"
            aria-label={t('removeServer', { server })}
            onClick={() => void remove()}
          >
            {t('remove')}
          </Button>
        </>
      )}
    </li>
  )
}

function AddServer(): ReactElement {
  const cache = useQueryClient()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { server } = await desktopHost().addServer({ address })
      setAddress('')
      toast.ok(t('added', { server }))
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
    await cache.invalidateQueries({ queryKey: DESKTOP_SETTINGS })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void add()
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2 pt-3">
      <Field label={t('address')} hideLabel error={problem} className="min-w-0 flex-1">
        <Input
          type="url"
          value={address}
          placeholder="https://drive.example.com"
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={busy} className="max-md:h-11">
        {t('add')}
      </Button>
    </form>
  )
}
