import { useRef, useState } from 'react'

/** Error messages by field; omitted fields are valid. */
export type FormErrors<V> = { readonly [K in keyof V]?: string | undefined }

export interface Form<V> {
  readonly values: V
  readonly set: (change: Partial<V>) => void
  readonly errorOf: (name: keyof V) => string | undefined
  readonly control: (name: keyof V) => {
    readonly ref: (element: HTMLElement | null) => void
    readonly onBlur: () => void
  }
  /** Number of invalid fields after a submit. */
  readonly errorCount: number
  /** Whether anything was changed. */
  readonly dirty: boolean
  /** Runs `send` if all fields are valid; otherwise shows the errors and focuses the first field. */
  readonly submit: (send: () => void) => void
  /** Shows the server's errors; changing a field clears its error. */
  readonly refuse: (faults: FormErrors<V>) => void
}

/**
 * State of a form: a field is validated on blur, then while typing; a submit validates all (DESIGN.md section 4).
 * @param validate must name the fields in visual order.
 */
export function useForm<V extends object>(initial: V, validate: (values: V) => FormErrors<V>): Form<V> {
  const [values, setValues] = useState(initial)
  const [leftFields, setLeft] = useState<ReadonlySet<keyof V>>(new Set())
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<FormErrors<V>>({})
  const elements = useRef(new Map<keyof V, HTMLElement>())
  const errors = { ...validate(values), ...pick(refused) }
  const names = Object.keys(errors) as (keyof V)[]
  const invalidFields = names.filter((name) => errors[name] !== undefined)
  const jump = (name: keyof V | undefined) => {
    if (name !== undefined) elements.current.get(name)?.focus()
  }
  return {
    values,
    set: (change) => {
      setValues((now) => ({ ...now, ...change }))
      const touched = Object.keys(change) as (keyof V)[]
      if (touched.some((name) => refused[name] !== undefined))
        setRefused((now) => ({ ...now, ...Object.fromEntries(touched.map((name) => [name, undefined])) }))
    },
    errorOf: (name) =>
      submitted || leftFields.has(name) || refused[name] !== undefined ? errors[name] : undefined,
    control: (name) => ({
      ref: (element) => {
        if (element) elements.current.set(name, element)
        else elements.current.delete(name)
      },
      onBlur: () => {
        if (values[name] !== initial[name]) setLeft((now) => new Set([...now, name]))
      },
    }),
    errorCount: submitted ? invalidFields.length : 0,
    dirty: (Object.keys(values) as (keyof V)[]).some((name) => !same(values[name], initial[name])),
    submit: (send) => {
      setSubmitted(true)
      if (invalidFields.length > 0) jump(invalidFields[0])
      else send()
    },
    refuse: (next) => {
      setSubmitted(true)
      setRefused(next)
      const first = (Object.keys(next) as (keyof V)[])[0]
      requestAnimationFrame(() => jump(first))
    },
  }
}

const pick = <V>(faults: FormErrors<V>) =>
  Object.fromEntries(Object.entries(faults).filter(([, text]) => text !== undefined)) as FormErrors<V>

const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((one) => b.includes(one)) : a === b
