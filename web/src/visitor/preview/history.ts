/** Key of the preview whose history entry is the current one. */
export function previewEntry(): string | undefined {
  const state: { readonly preview?: string } | null = history.state
  return state?.preview
}

// After a reload the previewed file is unknown.
if (previewEntry() !== undefined) history.back()
