import type { ChosenRecipient, PeopleExtension, PeopleQuestion } from '../../lib/people.ts'
import { createRequests } from '../../lib/requests.ts'

/** The questions that people-dialog.tsx asks. */
export const peopleRequests = createRequests<PeopleQuestion, readonly ChosenRecipient[] | undefined>()

/** The dialog's roles are the question's, so what comes back bears one of them. */
export const choosePeople = ((question: PeopleQuestion) =>
  peopleRequests.ask(question)) as PeopleExtension['choose']
