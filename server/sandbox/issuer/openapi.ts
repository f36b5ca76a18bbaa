import { ProcessingFault, ServiceFault } from '#server-contract/issuing/faults.ts'
import type { DescribedApi } from '#contract/operation.ts'
import { describeApi, type DescribedRefusal } from '#router/describe.ts'
import { answers } from './refusals.ts'

const about = {
  title: 'Card management',
  version: '1',
  description:
    'What the sandbox issuer answers. An operation that answers a responseCode reports a refusal in it, with HTTP 200.',
}

/** Errors of every operation (card management 5; 7 does not define their shapes). */
const refusals: Readonly<Record<number, DescribedRefusal>> = {
  400: { description: 'A format error, 30: the message names the field and the rule', schema: ProcessingFault },
  401: { description: 'The Basic credentials are missing or wrong', schema: ServiceFault },
  413: { description: 'The body is too large: a format error, 30', schema: ProcessingFault },
  415: { description: 'The body is not JSON: a format error, 30', schema: ProcessingFault },
}

const notDone: Readonly<Record<number, DescribedRefusal>> = {
  422: {
    description: 'DescribedRefusal: the responseCode, and a sentence that names the field',
    schema: ProcessingFault,
  },
}

/** Describes as OpenAPI 3.1 what an issuer may be asked, by whom, and how it refuses. */
export const describeIssuer = (api: DescribedApi): object =>
  describeApi(api, about, {
    securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
    refusals: (operation) => ({ ...refusals, ...(!answers(operation, 'responseCode') && notDone) }),
  })
