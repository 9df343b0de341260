/** The operations on the groups that properties belong to, which are owners and portfolios: the same for both but for the noun. */
import Type, { type TObject } from 'typebox'
import { pageOf, pageParameters, parameters, recordFields, text } from '../values.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

/** A noun as operations name it. `name` is the example of a name, and `byId` has the path parameter that selects one record. */
type Group<Path extends TObject, Item extends TObject> = {
  noun: 'owner' | 'portfolio'
  one: 'an owner' | 'a portfolio'
  name: string
  byId: Path
  schema: Item
  /** The name that the document gives to a page of these. */
  listName: `${string}List`
}

export function groupOperations<Path extends TObject, Item extends TObject>({
  noun,
  one,
  name,
  byId,
  schema,
  listName,
}: Group<Path, Item>) {
  const onlyOne = { path: byId }
  const path = `/${noun}s`
  const pathOfOne = `${path}/{${noun}_id}`
  const body = parameters({
    name: text(200, {
      description: `The ${noun}’s name; no two ${noun}s have the same name.`,
      example: name,
      minLength: 1,
    }),
    external_id: Type.Optional(recordFields.external_id),
  })
  return {
    list: organizationOperation({
      tag: 'Properties',
      method: 'GET',
      path,
      summary: `List ${noun}s`,
      description: `Lists ${noun}s by name (by code point), then ${noun}_id.`,
      role: 'VIEWER',
      parameters: {
        query: parameters({
          search: Type.Optional(searchText('the name')),
          sort: sortBy(['name', 'property_count', 'external_id']),
          ...pageParameters,
        }),
      },
      success: { status: 200, description: `A page of ${noun}s.`, schema: pageOf(listName, schema) },
    }),

    get: organizationOperation({
      tag: 'Properties',
      method: 'GET',
      path: pathOfOne,
      summary: `Get ${one}`,
      description: `Returns one ${noun}.`,
      role: 'VIEWER',
      parameters: onlyOne,
      success: { status: 200, description: `The ${noun}.`, schema },
      errors: ['not_found'],
    }),

    create: organizationOperation({
      tag: 'Properties',
      method: 'POST',
      idempotent: true,
      path,
      summary: `Create ${one}`,
      description: `Creates ${one}. A name or external_id that another ${noun} already has is refused with 409.`,
      role: 'ADMIN',
      body,
      success: { status: 201, description: `The ${noun}.`, schema },
      errors: ['conflict'],
    }),

    update: organizationOperation({
      tag: 'Properties',
      method: 'PATCH',
      idempotent: true,
      path: pathOfOne,
      summary: `Update ${one}`,
      description: 'Changes the fields that are given.',
      role: 'ADMIN',
      parameters: onlyOne,
      body: Type.Partial(body, { additionalProperties: false }),
      success: { status: 200, description: `The ${noun}.`, schema },
      errors: ['not_found', 'conflict'],
    }),
  }
}
