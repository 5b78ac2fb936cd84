/** What the tools do with whatever shows the text. */
export interface TextActions {
  readonly goToLine: (line: number) => void
  readonly toEnd: () => void
  readonly focusFind: () => void
  readonly focus: () => void
}
