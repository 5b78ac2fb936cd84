import { type FormEvent, type ReactElement, type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { CloseButton } from './close-button.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { t } from './form-strings.ts'
import type { DialogProps, DrawerProps } from './overlay-props.ts'
import type { Form } from './use-form.ts'

type AnyForm = Pick<Form<object>, 'dirty' | 'errorCount' | 'submit'>

export interface Submission {
  readonly form: AnyForm
  readonly busy: boolean
  readonly onSubmit: (event: FormEvent) => void
}

/** @param send rejects with what `refuse` shows. */
export function useSubmission(
  form: AnyForm,
  send: () => Promise<unknown>,
  refuse: (error: unknown) => void,
): Submission {
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    try {
      await send()
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) form.submit(() => void submit())
  }
  return { form, busy, onSubmit }
}

interface FormParts {
  submission: Submission
  /** The label of the submit button. */
  button: string
  disabledReason?: string | undefined
  /** The submit button has the look of destructive actions. */
  danger?: boolean | undefined
  /** Above the fields, how many of them are wrong. */
  summary?: boolean | undefined
  /** Of the form. */
  className?: string | undefined
  children: ReactNode
}

/** `dirty` is the form's unless given. */
interface FormDialogProps extends FormParts, Omit<DialogProps, 'busy' | 'footer' | 'className' | 'children'> {
  /** Shown in the same window in place of the form, whose input is kept. */
  instead?: DialogProps | undefined
}

/** A dialog with a form, Cancel and a submit button. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { submission, button, disabledReason, danger, summary, className, children, instead, ...dialog } =
    props
  const parts = { submission, button, disabledReason, danger, summary, className, id: useId() }
  if (instead) return <Dialog {...instead} />
  return (
    <Dialog
      {...dialog}
      dirty={dialog.dirty ?? submission.form.dirty}
      busy={submission.busy}
      footer={<Footer {...parts} />}
    >
      <FormElement {...parts}>{children}</FormElement>
    </Dialog>
  )
}

interface FormDrawerProps
  extends FormParts,
    Omit<DrawerProps, 'side' | 'dirty' | 'busy' | 'footer' | 'className' | 'children'> {
  /** At the left end of the footer. */
  footerStart?: ReactNode
  /** Below the form. */
  after?: ReactNode
}

/** The same as a drawer at the right. */
export function FormDrawer(props: FormDrawerProps): ReactElement {
  const { submission, button, disabledReason, danger, summary, className, children, ...more } = props
  const { footerStart, after, ...drawer } = more
  const parts = { submission, button, disabledReason, danger, summary, className, id: useId() }
  return (
    <Drawer
      {...drawer}
      side="right"
      dirty={submission.form.dirty}
      busy={submission.busy}
      footer={
        <>
          {footerStart}
          <Footer {...parts} />
        </>
      }
    >
      <FormElement {...parts}>{children}</FormElement>
      {after}
    </Drawer>
  )
}

type PartProps = Omit<FormParts, 'children'> & { id: string }

const Footer = ({ submission, button, disabledReason, danger, id }: PartProps): ReactElement => (
  <>
    <CloseButton />
    <Button
      variant="primary"
      danger={danger}
      type="submit"
      form={id}
      busy={submission.busy}
      disabledReason={disabledReason}
    >
      {button}
    </Button>
  </>
)

const FormElement = (props: PartProps & { children: ReactNode }): ReactElement => {
  const { submission, button, summary, className, id, children } = props
  return (
    <form id={id} noValidate onSubmit={submission.onSubmit} className={className}>
      {summary && <FormSummary form={submission.form} button={button} />}
      {children}
    </form>
  )
}

/** How many fields are wrong, and what to do. */
export const FormSummary = ({ form, button }: { form: AnyForm; button: string }): ReactElement | false =>
  form.errorCount > 0 && (
    <ErrorSummary title={t('faults', { count: form.errorCount })}>{t('faultsText', { button })}</ErrorSummary>
  )
