import { requestedData, type RequestedData } from '#contract/payment-methods.ts'

/** What the payer of these wallets has told them; `lines` and what follows are of an address. */
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

/** As much of it as a shop asks for: a list with commas. */
export function contactFor(asks: string): Partial<typeof payer> {
  const request = requestedData.filter((data) => asks.split(',').includes(data)).flatMap((data) => options[data])
  return Object.fromEntries(request.map((name) => [name, payer[name]]))
}

/** The same for the payer's eye. */
export const contactLines = (asks: string): string[] =>
  Object.values(contactFor(asks))
    .flat()
    .filter((text) => text !== '')
