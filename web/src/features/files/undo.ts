import { errorMessage } from '../../lib/api.ts'
import { toast } from '../../ui/toast.tsx'
import { CancelledError } from './cancelled.ts'
import { t as changing } from './mutation-strings.ts'
import { t } from './strings.ts'

/**
 * What can be taken back, latest last: Ctrl+Z takes the latest, a message's own button exactly what it told of. A step
 * counts from the moment it is asked for, since it shows at once: taken back before the server has answered, it waits.
 * What was done for good ends the chain: Ctrl+Z never reaches past it to something older that nobody thinks of.
 */

interface UndoAction {
  readonly run: () => Promise<void>
  /** Told afterwards: what is undone now. */
  readonly text: string
}

/** What was done, in words, and how to take it back where that can be done. */
export interface DoneAction {
  readonly text: string
  readonly undo?: UndoAction
}

interface UndoStep {
  readonly done: Promise<UndoAction | undefined>
  taken: boolean
  /** Takes the message away that told of it. */
  forget: () => void
}

/** Further back nobody remembers what it was. */
const DEPTH = 50
let steps: readonly UndoStep[] = []
const drop = (step: UndoStep) => {
  steps = steps.filter((one) => one !== step)
}

/** Does it, tells what was done and offers to take it back. Undefined: nothing came of it. Throws what `work` throws. */
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

/** Takes the latest step back; says so when there is none. */
export async function undoLatest(): Promise<void> {
  const step = steps.at(-1)
  if (!step) {
    toast.info(changing('nothingToUndo'))
    return
  }
  await takeBack(step)
}

/** Asked how much it takes from others, the person left it: it can still be taken back. */
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
  // It came to nothing, and has said so itself.
  if (!undo) return
  try {
    await undo.run()
    toast.ok(undo.text)
  } catch (error) {
    if (error instanceof CancelledError) restoreStep(step)
    else toast.error(changing('notUndone', { reason: errorMessage(error) }))
  }
}
