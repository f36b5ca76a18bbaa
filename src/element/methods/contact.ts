import { latinText } from '#contract/latin.ts'
import type { RequestedData, PayerData } from '#contract/payment-methods.ts'

/** A payer as a wallet's sheet returns them; texts may be empty. */
export interface Contact {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  /** Lines of the address. */
  readonly lines?: readonly (string | undefined)[]
  readonly city?: string | undefined
  readonly postalCode?: string | undefined
  readonly state?: string | undefined
  readonly country?: string | undefined
}

/**
 * The requested data, in the gateway's fields and lengths (online gateway 2.4, 4.1); what it would reject is left out.
 */
export function payerOf(asks: readonly RequestedData[], contact: Contact): PayerData {
  const [email, phone, billing] = [emailOf(contact), phoneOf(contact), billingOf(contact)]
  return {
    ...(asks.includes('email') && email && { email }),
    ...(asks.includes('phone') && phone && { phone }),
    ...(asks.includes('billing') && Object.keys(billing).length > 0 && { billing }),
  }
}

const emailOf = ({ email = '' }: Contact): string => (/^(?=.{3,40}$)[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : '')

function phoneOf({ phone = '' }: Contact): string {
  const digits = phone.replace(/[\s().\p{Dash}\p{Cf}]/gu, '')
  return /^(?:\+|00)?\d{7,15}$/.test(digits) ? digits : ''
}

function billingOf({ lines = [], city, postalCode = '', state = '', country }: Contact): object {
  const [first, second, third] = lines.filter(Boolean)
  const result = {
    billingAddressLine1: first?.slice(0, 50),
    billingAddressLine2: second?.slice(0, 50),
    billingAddressLine3: third?.slice(0, 50),
    billingCity: city?.slice(0, 50),
    billingPostalCode: postalCode.length > 9 ? postalCode.replace(/\W/g, '').slice(0, 9) : postalCode,
    billingState: latinText(state)?.slice(0, 50),
    billingCountry: country?.slice(0, 50),
  }
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value))
}
