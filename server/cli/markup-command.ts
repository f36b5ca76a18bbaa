import { themeNames } from '#contract/appearance/presets.ts'
import { asCommandError, type Arguments, type Command } from './command.ts'

/** What a server replaces by the ticket of an order. */
const ORDER = 'ORDER'

export const markupCommand: Command = {
  name: 'markup',
  summary: `prints the checkout as HTML with the card frame in it, for a server in any language, with ${ORDER} for the ticket`,
  operand: 'URL',
  options: {
    methods: { value: 'NAMES', what: 'methods of the tickets, separated by commas; any wallet may come when absent' },
    theme: { value: 'NAME', what: `${themeNames.join(', ')}; as the page looks when absent` },
    locale: { value: 'TAG', what: 'language of the form; that of the browser when absent' },
    nonce: { value: 'TEXT', what: 'stands for the nonce of the page’s policy, which the server replaces as well' },
  },
  notes: ['tender markup https://pay-shop.example > checkout.html'],
  run: printMarkup,
}

async function printMarkup(given: Arguments): Promise<void> {
  const { checkoutMarkup } = await import('#proxy/tickets/checkout-markup.ts')
  const claims = Buffer.from(JSON.stringify({ methods: given.text('methods')?.split(',') })).toString('base64url')
  // A ticket that no key has signed: `checkoutMarkup` only reads its `methods`.
  const ticket = `e30.${claims}.`
  const named = ['theme', 'locale', 'nonce'].map((name) => [name, given.text(name)] as const)
  const options = Object.fromEntries(named.filter(([, value]) => value !== undefined))
  try {
    console.log(checkoutMarkup(ticket, { ...options, src: given.operands[0]! }).replaceAll(ticket, ORDER))
  } catch (error) {
    asCommandError(error)
  }
}
