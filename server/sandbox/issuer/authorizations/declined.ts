import type { ResponseCode } from '#contract/issuing/response-codes.ts'

/** Why something is not done: a responseCode (card management 7) and a sentence that names the field. Nothing has changed. */
export class Declined extends Error {
  override readonly name = 'Declined'
  readonly responseCode: ResponseCode
  constructor(responseCode: ResponseCode, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Throws {@link Declined} where `refused`. */
export function declineIf(refused: boolean, responseCode: ResponseCode, message: string): void {
  if (refused) throw new Declined(responseCode, message)
}
