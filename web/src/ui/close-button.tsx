import { type ReactElement, useContext } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { CloseGuardContext } from './close-guard.ts'
import { t } from './form-strings.ts'

/** Cancel, or what its content says, in the footer of a dialog or drawer: closes it like its cross. */
export function CloseButton(props: Omit<ButtonProps, 'onClick'>): ReactElement {
  const closing = useContext(CloseGuardContext)
  return (
    <Button
      {...props}
      onClick={closing?.close}
      disabledReason={closing?.busy ? t('saving') : props.disabledReason}
    >
      {props.children ?? t('cancel')}
    </Button>
  )
}
