/** People and the messages they are sent, as the console lists them, and takes people down. */
import type { BackOffice } from '#contract/console/back-office.ts'
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import { listMessages } from '#server/domain/messages/operations.ts'
import { createResident, listPeople, updateResident } from '#server/domain/residents/operations.ts'
import type { Context } from '#server/platform/context.ts'

type People = Pick<BackOffice, 'listPeople' | 'createResident' | 'updateResident' | 'listMessages'>

export const people: ConsoleImplementations<People, Context> = {
  listPeople: (context, { limit, offset, sort, ...filters }) => listPeople(context, filters, { limit, offset, sort }),

  createResident: (context, input) => createResident(context, input),

  updateResident: (context, input) => updateResident(context, input),

  listMessages: (context, { limit, offset, sort, is_captured, ...filters }) => {
    const captured = is_captured === undefined ? {} : { is_captured: is_captured === 'true' }
    return listMessages(context, { ...filters, ...captured }, { limit, offset, sort })
  },
}
