import { ApiError } from '@clouddisk/client/http/errors'
import { type AdminLibrary, saveLibraryAttributes } from '@clouddisk/contract/admin-libraries'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showError } from '../../../ui/failures.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'
import { refreshLibraries } from '../data.ts'
import { AttributeDialog } from './attribute-dialog.tsx'
import type { EditedAttribute } from './attribute-form.ts'
import { t } from './strings.ts'

interface AttributesDialogProps extends DialogControl {
  library: AdminLibrary
}

/** The attributes of a library's files, in their order; they are saved together. */
export function AttributesDialog({ library, ...dialog }: AttributesDialogProps): ReactElement {
  const [list, setList] = useState<readonly EditedAttribute[]>(library.attributes)
  const [edited, setEdited] = useState<number>()
  const [busy, setBusy] = useState(false)
  if (edited !== undefined)
    return (
      <AttributeDialog
        {...dialog}
        onOpenChange={(open) => !open && setEdited(undefined)}
        attribute={list[edited]}
        others={list.filter((_, index) => index !== edited)}
        onDone={(attribute) => {
          setList((now) => (edited < now.length ? now.with(edited, attribute) : [...now, attribute]))
          setEdited(undefined)
        }}
      />
    )
  const save = async () => {
    setBusy(true)
    try {
      if (!(await send(library, list))) return
      toast.ok(t('attributesSaved'))
      dialog.onOpenChange(false)
      await refreshLibraries()
    } catch (error) {
      showError(t('notSaved'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      {...dialog}
      width={640}
      dirty={list !== library.attributes}
      busy={busy}
      title={t('attributesOf', { name: library.libraryName })}
      footer={
        <>
          <Button icon={Plus} onClick={() => setEdited(list.length)} className="mr-auto">
            {t('addAttribute')}
          </Button>
          <CloseButton />
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-secondary text-mut">
        {t(list.length === 0 ? 'noAttributes' : 'attributesHint')}
      </p>
      {list.length > 0 && (
        <ol aria-label={t('attributes')} className="rounded-m border border-line py-1">
          {list.map((attribute, index) => (
            <Row
              key={attribute.attributeId ?? attribute.code}
              attribute={attribute}
              first={index === 0}
              last={index === list.length - 1}
              onMove={(by) => setList((now) => swapped(now, index, index + by))}
              onEdit={() => setEdited(index)}
              onRemove={() => setList((now) => now.filter((_, at) => at !== index))}
            />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function swapped(list: readonly EditedAttribute[], a: number, b: number): readonly EditedAttribute[] {
  const [one, other] = [list[a], list[b]]
  return one && other ? list.with(a, other).with(b, one) : list
}

/** Asks before values are lost; false where that was not wanted. */
async function send(library: AdminLibrary, list: readonly EditedAttribute[]): Promise<boolean> {
  const attributes = list.map((one) => ({ ...one, options: [...one.options] }))
  for (const dropValuesOf: string[] = []; ; ) {
    try {
      await call(saveLibraryAttributes, { libraryId: library.libraryId, attributes, dropValuesOf })
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.name !== 'attribute_has_values') throw error
      const { name, count, attributeId } = error.details
      const sure = await confirm({
        type: 'warning',
        title: t('dropTitle', { name: String(name) }),
        text: t('dropText', { count: Number(count) }),
        confirmText: t('dropConfirm'),
        confirmIcon: Trash2,
        danger: true,
      })
      if (!sure) return false
      dropValuesOf.push(String(attributeId))
    }
  }
}

function Row(props: {
  attribute: EditedAttribute
  first: boolean
  last: boolean
  onMove: (by: 1 | -1) => void
  onEdit: () => void
  onRemove: () => void
}): ReactElement {
  const { attribute, first, last, onMove, onEdit, onRemove } = props
  const { attributeName: name, code, type, allowEmpty, query, readOnly } = attribute
  const note = [code, t(type), !allowEmpty && t('required'), query && t('query'), readOnly && t('readOnly')]
  return (
    <li className="flex min-h-11 items-center gap-1 py-1 pr-1 pl-3">
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{name}</span>
        <span className="block text-caption wrap-anywhere text-mut">{note.filter(Boolean).join(' · ')}</span>
      </span>
      <IconButton
        size="small"
        icon={ArrowUp}
        label={`${t('moveUp')} ${name}`}
        disabledReason={first ? t('isFirst') : undefined}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="small"
        icon={ArrowDown}
        label={`${t('moveDown')} ${name}`}
        disabledReason={last ? t('isLast') : undefined}
        onClick={() => onMove(1)}
      />
      <IconButton size="small" icon={Pencil} label={`${t('edit')} ${name}`} onClick={onEdit} />
      <IconButton size="small" icon={Trash2} label={`${t('remove')} ${name}`} onClick={onRemove} />
    </li>
  )
}
