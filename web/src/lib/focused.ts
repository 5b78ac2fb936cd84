/** The focused element; null for the body, whose focus would move to the first link. */
export function focusedElement(): HTMLElement | null {
  const now = document.activeElement
  return now instanceof HTMLElement && now !== document.body ? now : null
}
