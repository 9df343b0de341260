/** The body of every reply other than success. Source: specification §2 and §7. */
import Type from 'typebox'
import { ERRORS, type ErrorCode } from './errors.ts'
import { listOf, oneOf, resource, text } from './values.ts'

export const REQUEST_ID = 'req_01kh3zr6pq8e4c2n7x5b9d3t6y'

const ApiErrorDetail = resource('ApiErrorDetail', 'A part of the request that is not valid.', {
  path: text(500, { description: 'The parameter, header or body field that is not valid.', example: 'limit' }),
  message: text(10_000, { description: 'What is wrong with it.', example: 'must be between 1 and 100' }),
})

export const ApiError = resource('ApiError', 'The body of every reply other than success.', {
  error: oneOf(Object.keys(ERRORS) as ErrorCode[], {
    description: 'A code for what went wrong, for programs to rely on.',
    example: 'invalid_request',
  }),
  message: text(10_000, {
    description: 'What went wrong and what to do about it, for people to read.',
    example: 'limit must be between 1 and 100.',
  }),
  request_id: text(64, { description: 'ID of this request.', example: REQUEST_ID }),
  details: Type.Optional(listOf(ApiErrorDetail, 100, 'With status 400, each part of the request that is not valid.')),
})
