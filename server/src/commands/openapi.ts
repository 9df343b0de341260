/** `openapi`: prints the document that `/api/v1/openapi.json` serves. */
import { openApiDocument } from '#contract/openapi.ts'
import type { Command } from './command.ts'

export const openapiCommand: Command = {
  words: 'openapi',
  about: 'Print the OpenAPI document.',
  options: {},
  async run({ config }) {
    const document = openApiDocument(config.publicUrl)
    return { json: document, lines: [JSON.stringify(document, null, 2)] }
  },
}
