import type { OnlineDocument } from '@clouddisk/contract/coediting'
import { SECOND } from '@clouddisk/contract/time'
import { type ReactElement, useEffect, useRef } from 'react'
import { readMessage } from './office-messages.ts'

export interface OfficeFrameProps {
  document: OnlineDocument
  label: string
  onState: (state: 'open' | 'failed') => void
  onRename: (newName: unknown) => void
  onClose: () => void
}

const NAME = 'office-editor'
/** In which the frame has to show something. */
const START_MS = 30 * SECOND

/** The Office server's editor. It gets its token by a form, so that the token is in no address. */
export function OfficeFrame(props: OfficeFrameProps): ReactElement {
  const { document: opened, label } = props
  const form = useRef<HTMLFormElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    const origin = new URL(opened.actionUrl).origin
    let isOpen = false
    const open = () => {
      isOpen = true
      latest.current.onState('open')
    }
    const onMessage = ({ origin: from, source, data }: MessageEvent) => {
      const editor = frame.current?.contentWindow
      if (from !== origin || !editor || source !== editor) return
      const message = readMessage(data)
      if (!message) return
      const { id, values } = message
      if (id === 'App_LoadingStatus') {
        // It then tells more.
        if (values.Status === 'Frame_Ready')
          editor.postMessage(
            JSON.stringify({ MessageId: 'Host_PostmessageReady', SendTime: Date.now(), Values: {} }),
            origin,
          )
        open()
      } else if (id === 'File_Rename') latest.current.onRename(values.NewName)
      else if (id === 'UI_Close') latest.current.onClose()
    }
    window.addEventListener('message', onMessage)
    const timer = setTimeout(() => isOpen || latest.current.onState('failed'), START_MS)
    // Office servers that tell nothing are there once the frame has loaded what the form asked for.
    const editor = frame.current
    editor?.addEventListener('load', open)
    form.current?.submit()
    return () => {
      window.removeEventListener('message', onMessage)
      editor?.removeEventListener('load', open)
      clearTimeout(timer)
    }
  }, [opened])
  return (
    <>
      <form ref={form} action={opened.actionUrl} method="post" target={NAME} hidden>
        <input type="hidden" name="access_token" value={opened.accessToken} />
        <input type="hidden" name="access_token_ttl" value={opened.accessTokenTtl} />
      </form>
      <iframe
        ref={frame}
        name={NAME}
        title={label}
        allow="clipboard-read; clipboard-write; fullscreen"
        allowFullScreen
        className="absolute inset-0 size-full border-0"
      />
    </>
  )
}
