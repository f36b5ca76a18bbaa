import { requestedData, type RequestedData } from '#contract/payment-methods.ts'

/** The payer data in these wallets; `lines` and the fields after it are the address. */
const payer = {
  email: 'payer@wallet.example',
  phone: '+37060000000',
  lines: ['1 Wallet Street', 'Flat 2'],
  city: 'Vilnius',
  postalCode: '01100',
  state: '',
  country: 'LT',
} as const

const options: Readonly<Record<RequestedData, readonly (keyof typeof payer)[]>> = {
  email: ['email'],
  phone: ['phone'],
  billing: ['lines', 'city', 'postalCode', 'state', 'country'],
}

/** The part of it that a shop requests: a comma-separated list. */
export function contactFor(asks: string): Partial<typeof payer> {
  const request = requestedData.filter((data) => asks.split(',').includes(data)).flatMap((data) => options[data])
  return Object.fromEntries(request.map((name) => [name, payer[name]]))
}

/** The requested contact as lines that are shown to the payer. */
export const contactLines = (asks: string): string[] =>
  Object.values(contactFor(asks))
    .flat()
    .filter((text) => text !== '')
