import { Eye, EyeOff, Lock } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { Input, type InputProps } from './input.tsx'
import { t } from './strings.ts'

export interface PasswordInputProps extends Omit<InputProps, 'type' | 'icon' | 'trailing'> {
  /** Called with the Caps Lock state on key events. */
  onCapsLock?: ((on: boolean) => void) | undefined
}

/** A password field with a button that shows and hides it. */
export function PasswordInput({
  onCapsLock,
  onKeyDown,
  onKeyUp,
  ...props
}: PasswordInputProps): ReactElement {
  const [shown, setShown] = useState(false)
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      icon={Lock}
      onKeyDown={(event) => {
        onCapsLock?.(event.getModifierState('CapsLock'))
        onKeyDown?.(event)
      }}
      onKeyUp={(event) => {
        onCapsLock?.(event.getModifierState('CapsLock'))
        onKeyUp?.(event)
      }}
      trailing={
        <IconButton
          size={props.size === 'large' ? 'medium' : 'small'}
          icon={shown ? EyeOff : Eye}
          label={shown ? t('hidePassword') : t('showPassword')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
