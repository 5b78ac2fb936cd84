import type { ChosenRecipient, PeopleExtension, PeopleRequest } from '../../lib/people.ts'
import { createRequests } from '../../lib/requests.ts'

/** The questions that people-dialog.tsx asks. */
export const peopleRequests = createRequests<PeopleRequest, readonly ChosenRecipient[] | undefined>()

/** The dialog's roles are the question's, so what comes back bears one of them. */
export const choosePeople = ((question: PeopleRequest) =>
  peopleRequests.ask(question)) as PeopleExtension['choose']
