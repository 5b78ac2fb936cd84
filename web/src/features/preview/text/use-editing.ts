import { ApiError } from '@clouddisk/client/http/errors'
import type { Instance } from '@clouddisk/contract/files'
import type { Encoding } from '@clouddisk/contract/text-encoding'
import type { SavedText } from '@clouddisk/contract/texts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { ask, confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { dropDraft, keepDraft } from './drafts.ts'
import { useLeaveGuard } from './leave-guard.ts'
import type { EditableText } from './read-text.ts'
import { type OtherSave, otherSaveOf, save } from './save.ts'
import { t } from './strings.ts'

/** Between the last key and keeping the draft, ms. */
const DRAFT_MS = 400

export interface EditedFile extends EditableText {
  readonly versionId: string
  /** It begins with a draft, which is not saved. */
  readonly isDraft: boolean
}

export interface Editing {
  readonly dirty: boolean
  readonly busy: boolean
  /** Somebody saved meanwhile, or oneself somewhere else. */
  readonly conflict: OtherSave | undefined
  readonly forgetConflict: () => void
  readonly onChange: () => void
  /** @param over the version that is saved over, where that has been agreed to. */
  readonly save: (over?: string) => Promise<boolean>
  readonly keepBoth: () => Promise<boolean>
  /** Asks about unsaved changes; returns whether to leave. Without saving, the draft is kept. */
  readonly mayLeave: () => Promise<boolean>
  /** What was typed is not wanted any more. */
  readonly abandon: () => void
  readonly encoding: Encoding
  readonly setEncoding: (encoding: Encoding) => void
}

/** Saving, drafts and the questions around them, for the text of an editor. */
export function useEditing(
  item: Instance,
  start: EditedFile,
  textNow: () => string,
  onSaved: (saved: SavedText) => void,
): Editing {
  const { instanceId } = item
  const base = useRef(start.versionId)
  const [encoding, setEncoding] = useState(start.encoding)
  const [dirty, setDirty] = useState(start.isDraft)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<OtherSave>()
  const changes = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const now = useRef(textNow)
  now.current = textNow
  const { bom, lineEnd } = start

  const keepNow = useCallback(async () => {
    clearTimeout(timer.current)
    const draft = { instanceId, versionId: base.current, text: now.current(), encoding, bom, lineEnd }
    await keepDraft({ ...draft, time: Date.now() })
  }, [instanceId, encoding, bom, lineEnd])
  const onChange = () => {
    changes.current++
    setDirty(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void keepNow(), DRAFT_MS)
  }
  const isDirty = useRef(dirty)
  isDirty.current = dirty
  useEffect(() => {
    const onHide = () => isDirty.current && void keepNow()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      if (timer.current !== undefined && isDirty.current) void keepNow()
    }
  }, [keepNow])

  const running = useRef<Promise<boolean>>(undefined)
  const saveNow = useRef(async () => false)
  const mayLeave = useCallback(async () => {
    if (!isDirty.current) return true
    await keepNow()
    const answer = await ask({
      type: 'warning',
      title: t('leaveTitle'),
      text: t('leaveText'),
      confirmText: t('saveAndLeave'),
      otherText: t('leave'),
      cancelText: t('keepEditing'),
    })
    if (answer === 'confirm') return saveNow.current()
    return answer === 'other'
  }, [keepNow])
  useLeaveGuard(dirty, mayLeave)

  /** Saves; while it runs the editor may be typed in. */
  const send = async (versionId: string, as: Encoding, how: 'fail' | 'keepBoth'): Promise<boolean> => {
    const sent = changes.current
    setBusy(true)
    try {
      const saved = await save({ instanceId, versionId, text: now.current(), encoding: as, bom }, how)
      clearTimeout(timer.current)
      timer.current = undefined
      if (how === 'fail') base.current = saved.versionId
      if (changes.current === sent) {
        setDirty(false)
        isDirty.current = false
        await dropDraft(instanceId)
      } else await keepNow()
      setConflict(undefined)
      if (how === 'keepBoth') toast.ok(t('keptBoth', { name: saved.instanceName }))
      else if (saved.outcome === 'skipped') toast.info(t('unchanged'))
      else toast.ok(t('saved', { version: saved.versionNo }))
      onSaved(saved)
      return true
    } catch (error) {
      await keepNow()
      if (!(error instanceof ApiError)) toast.error(errorMessage(error))
      else if (error.name === 'edited_meanwhile') setConflict(await otherSaveOf(error))
      else if (error.name === 'text_not_encodable') return await asUtf8(error)
      else if (how === 'keepBoth' && error.name === 'not_permitted') toast.error(t('cannotKeepBoth'))
      else toast.error(errorMessage(error))
      return false
    } finally {
      setBusy(false)
    }

    async function asUtf8(error: ApiError): Promise<boolean> {
      const agreed = await confirm({
        type: 'warning',
        title: t('asUtf8Title'),
        text: errorMessage(error),
        confirmText: t('asUtf8'),
        cancelText: t('cancel'),
      })
      if (!agreed) return false
      setEncoding('utf-8')
      return send(versionId, 'utf-8', how)
    }
  }
  const saveFrom = (versionId: string): Promise<boolean> => {
    running.current = send(versionId, encoding, 'fail')
    return running.current
  }
  saveNow.current = async () => {
    // A second save of the same text, over the same version, would be refused.
    await running.current
    return !isDirty.current || saveFrom(base.current)
  }
  return {
    dirty,
    busy,
    conflict,
    forgetConflict: () => setConflict(undefined),
    onChange,
    save: (over) => saveFrom(over ?? base.current),
    keepBoth: () => send(base.current, encoding, 'keepBoth'),
    mayLeave,
    abandon: () => {
      clearTimeout(timer.current)
      timer.current = undefined
      isDirty.current = false
      setDirty(false)
    },
    encoding,
    setEncoding: (next) => {
      setEncoding(next)
      if (next !== encoding) onChange()
    },
  }
}
