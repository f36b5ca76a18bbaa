import { Declined, declineIf } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import type { Random } from '#contract/ports.ts'

interface ChosenNumber {
  readonly cardNumber?: string | undefined
  readonly cardNumberMask?: string | undefined
}

const LENGTH = 16
const field = 'virtualCardIdentification.cardNumber'

/** The number of a new card: the requested one, else a free one. */
export function chosenNumber(context: IssuerContext, { cardNumber, cardNumberMask }: ChosenNumber): string {
  if (cardNumber === undefined) {
    declineIf(cardNumberMask !== undefined, '92', `${field}Mask goes with cardNumber only`)
    return freeNumber(context)
  }
  check(context, cardNumber)
  if (cardNumberMask !== undefined && !fits(cardNumberMask, cardNumber))
    throw new Declined('92', `${field}Mask is not that of cardNumber`)
  return cardNumber
}

function freeNumber({ bin, tables, random }: IssuerContext): string {
  let number = drawCardNumber(bin, random)
  while (tables.cards.get(number)) number = drawCardNumber(bin, random)
  return number
}

function check({ bin, tables }: IssuerContext, number: string): void {
  const isOurs = number.startsWith(bin) && number.length === LENGTH
  declineIf(!isOurs, '92', `${field} must begin with ${bin} and have ${LENGTH} digits`)
  const isRight = checkDigit(number.slice(0, -1)) === Number(number.at(-1))
  declineIf(!isRight, '92', `${field} has a wrong check digit (ISO/IEC 7812-1)`)
  declineIf(tables.cards.get(number) !== undefined, 'AA', `${field} is that of another card`)
}

/** Whether a mask matches a number, however many stars it has. */
const fits = (mask: string, number: string): boolean => {
  const [start, end = ''] = mask.split(/\*+/)
  return number.startsWith(start!) && number.endsWith(end)
}

/** A card number of 16 digits: the issuer's, nine random ones, and the check digit (ISO/IEC 7812-1). */
function drawCardNumber(bin: string, random: Random): string {
  const account = Array.from(random.bytes(9), (byte) => byte % 10).join('')
  return `${bin}${account}${checkDigit(`${bin}${account}`)}`
}

/** The check digit of a number by the Luhn formula. */
const checkDigit = (digits: string): number =>
  (10 - ([...digits].toReversed().reduce((sum, digit, at) => sum + weighed(Number(digit), at), 0) % 10)) % 10

const weighed = (digit: number, at: number): number => (at % 2 ? digit : digit * 2 - (digit > 4 ? 9 : 0))
