import { errorCodeText, type ErrorCodeName } from '#server-contract/gateway/error-codes.ts'
import type { Verdict } from '#server-contract/gateway/orders.ts'
import { refusals, type RefusalName } from './refusals.ts'
import { payerMessage, type PayerTopic } from './words/payer.ts'
import { describeRefusal } from './words/refusal-words.ts'

/** What a refusal says beside its errorCode, in the language of the request. */
interface Sentences {
  /** For the developer: names the field and the rule. */
  readonly message: string
  /** What the payer is shown of it. */
  readonly topic: PayerTopic
  readonly language: unknown
}

/** Thrown for a request that is understood but rejected; answered with HTTP 200, as the family does. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly answer: Verdict & Readonly<Record<string, string>>
  readonly code: ErrorCodeName
  readonly topic: PayerTopic
  readonly forPayer: string
  constructor(errorCode: ErrorCodeName, sentences: Sentences, more: Readonly<Record<string, string>> = {}) {
    super(sentences.message)
    this.answer = { errorCode: errorCodeText(errorCode), errorMessage: sentences.message, ...more }
    this.code = errorCode
    this.topic = sentences.topic
    this.forPayer = payerMessage(sentences.topic, sentences.language)
  }
}

/** Builds a refusal in the language of the request; `added` is the caller's value in its sentence. */
export function refusal(name: RefusalName, language: string | undefined, added = ''): Refusal {
  const [errorCode, topic] = refusals[name]
  return new Refusal(errorCode, { message: describeRefusal(name, language).replace('?', () => added), topic, language })
}

/** Builds a refusal of card data, with the family's fields for it. */
export function cardRefusal(name: RefusalName, language: string | undefined): Refusal {
  const [errorCode, topic] = refusals[name]
  const message = describeRefusal(name, language)
  const more = { error: message, errorTypeName: 'DATA_INPUT_ERROR', processingErrorType: 'CLIENT_ERROR' }
  return new Refusal(errorCode, { message, topic, language }, more)
}
