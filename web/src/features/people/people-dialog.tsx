import { type ReactElement, useState } from 'react'
import type { ChosenRecipient, PeopleRequest } from '../../lib/people.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { peopleRequests } from './people.ts'
import { PeoplePicker } from './people-picker.tsx'
import { t } from './strings.ts'

/** Asks whom to choose; stands once in the page. */
export function PeopleDialogs(): ReactElement | null {
  const request = peopleRequests.useOpen()
  return request ? (
    <PeopleDialog key={request.id} question={request.question} onAnswer={request.answer} />
  ) : null
}

function PeopleDialog(props: {
  question: PeopleRequest
  onAnswer: (answer: readonly ChosenRecipient[] | undefined) => void
}): ReactElement {
  const { question, onAnswer } = props
  const [chosen, setChosen] = useState<readonly ChosenRecipient[]>([])
  return (
    <Dialog
      open
      dirty={chosen.length > 0}
      width={860}
      onOpenChange={(open) => !open && onAnswer(undefined)}
      title={question.title}
      description={question.subject}
      footer={
        <>
          <CloseButton />
          <Button
            variant="primary"
            onClick={() => onAnswer(chosen)}
            disabledReason={chosen.length === 0 ? t('nobody') : undefined}
          >
            {question.confirm(chosen.length)}
          </Button>
        </>
      }
    >
      <PeoplePicker {...question} chosen={chosen} onChange={setChosen} />
    </Dialog>
  )
}
