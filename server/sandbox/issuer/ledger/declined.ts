import type { ResponseCode } from '#server-contract/issuing/response-codes.ts'

/** Thrown before any change: a responseCode (card management 7), and a message that names the field. */
export class Declined extends Error {
  override readonly name = 'Declined'
  readonly responseCode: ResponseCode
  constructor(responseCode: ResponseCode, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Throws {@link Declined} if `refused`. */
export function declineIf(refused: boolean, responseCode: ResponseCode, message: string): void {
  if (refused) throw new Declined(responseCode, message)
}
