import { askedData, type AskedData } from '#contract/means.ts'

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

const parts: Readonly<Record<AskedData, readonly (keyof typeof payer)[]>> = {
  email: ['email'],
  phone: ['phone'],
  billing: ['lines', 'city', 'postalCode', 'state', 'country'],
}

/** As much of it as a shop asks for: a list with commas. */
export function contactFor(asks: string): Partial<typeof payer> {
  const asked = askedData.filter((data) => asks.split(',').includes(data)).flatMap((data) => parts[data])
  return Object.fromEntries(asked.map((name) => [name, payer[name]]))
}

/** The same for the payer's eye. */
export const contactLines = (asks: string): string[] =>
  Object.values(contactFor(asks))
    .flat()
    .filter((text) => text !== '')
