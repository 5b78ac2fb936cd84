import { ApiError } from '@clouddisk/client/http/errors'
import {
  type AdminLibrary,
  CATEGORY_NAME_MAX,
  type LibraryCategory,
  removeLibraryCategory,
  saveLibraryCategory,
} from '@clouddisk/contract/admin-libraries'
import { LIMITS } from '@clouddisk/contract/limits'
import { FolderPlus, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { refreshLibraries } from '../data.ts'
import { codeError, folderNameError } from './library-dialog.tsx'
import { t } from './strings.ts'

/** A category that is changed, or a new one below another; undefined at the first level. */
type Edited = { category: LibraryCategory } | { parent: LibraryCategory | undefined }

interface CategoriesDialogProps extends DialogControl {
  library: AdminLibrary
}

/** The categories of a library as a tree. */
export function CategoriesDialog({ library, ...dialog }: CategoriesDialogProps): ReactElement {
  const [edited, setEdited] = useState<Edited>()
  const { libraryId, libraryName: name, categories } = library
  if (edited)
    return (
      <CategoryForm
        {...dialog}
        onOpenChange={(open) => !open && setEdited(undefined)}
        libraryId={libraryId}
        edited={edited}
      />
    )
  return (
    <Dialog
      {...dialog}
      width={600}
      title={t('categoriesOf', { name })}
      footer={
        <>
          <Button icon={Plus} onClick={() => setEdited({ parent: undefined })} className="mr-auto">
            {t('addCategory')}
          </Button>
          <CloseButton>{t('close')}</CloseButton>
        </>
      }
    >
      <p className="mb-3 text-secondary text-mut">{t('categoriesHint', { max: LIMITS.libraryLevelsMax })}</p>
      <ul aria-label={t('categories')} className="rounded-m border border-line py-1">
        {categories.map((category) => (
          <li
            key={category.categoryId}
            className="flex min-h-11 items-center gap-2 py-1 pr-1"
            style={{ paddingLeft: 12 + (category.level - 1) * 20 }}
          >
            <span className="min-w-0 flex-1">
              <span className="block wrap-anywhere">{category.categoryName}</span>
              <span className="block text-caption wrap-anywhere text-mut">
                {category.code} · {t('level', { level: category.level })}
              </span>
            </span>
            {category.level < LIMITS.libraryLevelsMax && (
              <IconButton
                size="small"
                icon={FolderPlus}
                label={`${t('addBelow')} ${category.categoryName}`}
                onClick={() => setEdited({ parent: category })}
              />
            )}
            <IconButton
              size="small"
              icon={Pencil}
              label={`${t('edit')} ${category.categoryName}`}
              onClick={() => setEdited({ category })}
            />
            <IconButton
              size="small"
              icon={Trash2}
              label={`${t('remove')} ${category.categoryName}`}
              onClick={() => void remove(libraryId, category)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

async function remove(libraryId: string, { categoryId, categoryName: name }: LibraryCategory): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('removeCategoryTitle', { name }),
    text: t('removeCategoryText'),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  const run = async () => {
    await call(removeLibraryCategory, { libraryId, categoryId })
    toast.ok(t('categoryRemoved', { name }))
  }
  await withErrorMessage(t('notRemoved'), run, refreshLibraries)
}

function CategoryForm(props: DialogControl & { libraryId: string; edited: Edited }): ReactElement {
  const { libraryId, edited, ...dialog } = props
  const category = 'category' in edited ? edited.category : undefined
  const parent = 'parent' in edited ? edited.parent : undefined
  const form = useForm(
    { categoryName: category?.categoryName ?? '', code: category?.code ?? '' },
    ({ categoryName, code }) => ({
      categoryName: folderNameError(categoryName, CATEGORY_NAME_MAX),
      code: codeError(code),
    }),
  )
  const { values, set, errorOf, control } = form
  const send = async () => {
    const categoryName = values.categoryName.trim()
    await call(saveLibraryCategory, {
      libraryId,
      ...(category && { categoryId: category.categoryId }),
      ...(parent && { parentId: parent.categoryId }),
      categoryName,
      code: values.code.trim(),
    })
    await refreshLibraries()
    toast.ok(t('categorySaved', { name: categoryName }))
    dialog.onOpenChange(false)
  }
  const submission = useSubmission(form, send, (error) => {
    const name = error instanceof ApiError ? error.name : ''
    if (name === 'code_taken') form.refuse({ code: errorMessage(error) })
    else if (name === 'name_taken') form.refuse({ categoryName: errorMessage(error) })
    else showError(t('notSaved'), error)
  })
  return (
    <FormDialog
      {...dialog}
      submission={submission}
      title={t(category ? 'editCategory' : 'addCategory')}
      description={parent?.categoryName}
      button={t('save')}
      className="flex flex-col gap-4"
    >
      <Field label={t('categoryName')} required error={errorOf('categoryName')}>
        <Input
          {...control('categoryName')}
          autoComplete="off"
          value={values.categoryName}
          onChange={(event) => set({ categoryName: event.target.value })}
        />
      </Field>
      <Field label={t('code')} required hint={t('codeHint')} error={errorOf('code')}>
        <Input
          {...control('code')}
          autoComplete="off"
          value={values.code}
          onChange={(event) => set({ code: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
