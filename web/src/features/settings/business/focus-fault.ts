/** Moves the focus to the first field that is wrong, once it is marked. */
export const focusFault = (form: Element): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
