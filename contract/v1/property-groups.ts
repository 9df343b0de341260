/** The operations on the groups that properties belong to, which are owners and portfolios: the same for both but for the noun. */
import type { TObject } from 'typebox'
import { operation } from '../operation.ts'
import { idInput, pageOf, pageParameters, parameters, updatedSince } from '../values.ts'

/** A noun as operations name it. */
type Group<Item extends TObject> = {
  noun: 'owner' | 'portfolio'
  one: 'an owner' | 'a portfolio'
  exampleId: string
  schema: Item
  /** The name that the document gives to a page of these. */
  listName: `${string}List`
}

export function groupOperations<Item extends TObject>({ noun, one, exampleId, schema, listName }: Group<Item>) {
  return {
    list: operation({
      method: 'GET',
      path: `/${noun}s`,
      tag: 'Portfolio',
      summary: `List ${noun}s`,
      description: `Lists the ${noun}s of the organization by name (by code point), then ${noun}_id.`,
      scope: 'properties:read',
      parameters: { query: parameters({ updated_since: updatedSince, ...pageParameters }) },
      success: { status: 200, description: `A page of ${noun}s.`, schema: pageOf(listName, schema) },
    }),

    get: operation({
      method: 'GET',
      path: `/${noun}s/{id}`,
      tag: 'Portfolio',
      summary: `Get ${one}`,
      description: `Retrieves one ${noun}.`,
      scope: 'properties:read',
      parameters: {
        path: parameters({ id: idInput({ description: `ID of the ${noun}.`, example: exampleId }) }),
      },
      success: { status: 200, description: `The ${noun}.`, schema },
      errors: ['not_found'],
    }),
  }
}
