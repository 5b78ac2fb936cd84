/** What has the focus; nothing where that is the page at large, which would hand it to the first link there is. */
export function focusedElement(): HTMLElement | null {
  const now = document.activeElement
  return now instanceof HTMLElement && now !== document.body ? now : null
}
