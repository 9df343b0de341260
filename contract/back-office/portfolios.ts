/** What the back office writes of a portfolio. */
import Type from 'typebox'
import { parameters, recordFields, text } from '../values.ts'

export const NewPortfolio = parameters({
  name: text(200, { description: 'The portfolio’s name; no two have the same.', example: 'Ohio', minLength: 1 }),
  external_id: Type.Optional(recordFields.external_id),
})

export const PortfolioChanges = Type.Partial(NewPortfolio, { additionalProperties: false })
