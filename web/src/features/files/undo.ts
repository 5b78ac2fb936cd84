import { errorMessage } from '../../lib/api.ts'
import { toast } from '../../ui/toast.tsx'
import { t as changing } from './mutation-strings.ts'
import { t } from './strings.ts'

/**
 * The undo stack. Ctrl+Z undoes the latest step, a toast's button its own step. A step is pushed when
 * requested; undoing it earlier than its reply waits for the reply. An irreversible step clears the stack.
 */

/** Thrown when the user cancels; no message is shown. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

interface UndoAction {
  readonly run: () => Promise<void>
  /** Shown after the undo. */
  readonly text: string
}

/** The message about a completed step, and its undo if possible. */
export interface DoneAction {
  readonly text: string
  readonly undo?: UndoAction
}

interface UndoStep {
  readonly done: Promise<UndoAction | undefined>
  taken: boolean
  /** Closes the step's toast. */
  forget: () => void
}

/** Maximum number of steps. */
const DEPTH = 50
let steps: readonly UndoStep[] = []
const drop = (step: UndoStep) => {
  steps = steps.filter((one) => one !== step)
}

/**
 * Runs `work`, shows its message with an undo button, and pushes the step. Undefined: nothing was done.
 * Rethrows errors of `work`.
 */
export async function undoable(work: () => Promise<DoneAction | undefined>): Promise<void> {
  const working = work()
  const done = working.then(
    (result) => result?.undo,
    () => undefined,
  )
  const step: UndoStep = { done, taken: false, forget: () => {} }
  steps = [...steps, step].slice(-DEPTH)
  let result: DoneAction | undefined
  try {
    result = await working
  } finally {
    if (!result?.undo) drop(step)
  }
  if (result && !result.undo) steps = []
  if (!result || step.taken) return
  const action = { label: t('undo'), run: () => void takeBack(step) }
  step.forget = toast.ok(result.text, result.undo ? { action } : {})
}

/** Undoes the latest step; shows a message if there is none. */
export async function undoLatest(): Promise<void> {
  const step = steps.at(-1)
  if (!step) {
    toast.info(changing('nothingToUndo'))
    return
  }
  await takeBack(step)
}

/** Puts a step back whose undo was cancelled in a confirmation. */
function restoreStep(step: UndoStep): void {
  step.taken = false
  steps = [...steps, step].slice(-DEPTH)
}

async function takeBack(step: UndoStep): Promise<void> {
  if (step.taken) return
  step.taken = true
  drop(step)
  step.forget()
  const undo = await step.done
  // The step failed and has shown its error.
  if (!undo) return
  try {
    await undo.run()
    toast.ok(undo.text)
  } catch (error) {
    if (error instanceof CancelledError) restoreStep(step)
    else toast.error(changing('notUndone', { reason: errorMessage(error) }))
  }
}
