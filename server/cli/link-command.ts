import type { LinkOrder } from '#server-contract/merchant/links.ts'
import { wholeNumber } from './arguments.ts'
import { asCommandError, type Arguments, type Command, type Tools } from './command.ts'
import { orderIn } from './order-operand.ts'
import { SETTINGS_FILE } from './settings-file.ts'

export const linkCommand: Command = {
  name: 'link',
  summary: 'prints a payment link for an order given as JSON, from the merchant API of the proxy',
  operand: 'JSON',
  options: {
    'expires-in': { value: 'SECONDS', standard: '86400', what: 'how long it can be paid, at most 2592000 (30 days)' },
    qr: { what: 'prints a QR code of it, too, for a terminal' },
    url: { value: 'ORIGIN', what: 'origin of the proxy; TENDER_PUBLIC_URL when absent' },
  },
  notes: [
    'The claims are those of tender sign; without returnUrl the payer comes back to the link. The key is TENDER_API_KEY, or the first of TENDER_API_KEYS.',
    `Without TENDER_PUBLIC_URL, what is not set is read from ${SETTINGS_FILE} in this folder.`,
    `tender link '{"orderNumber":"A-17","amount":4990,"currency":"EUR","description":"Two tickets"}' --qr`,
  ],
  run: printLink,
}

async function printLink(given: Arguments, { env }: Tools): Promise<void> {
  const { MAX_LINK_LIFETIME: most } = await import('#server-contract/merchant/links.ts')
  const rule = `--expires-in must be whole seconds, 1 to ${most} (30 days).`
  const expiresIn = wholeNumber(given.text('expires-in'), 1, most, rule)
  const order = orderIn(given.operands[0], 'link') as LinkOrder
  const { openMerchant } = await import('./open-merchant.ts')
  const { url } = await openMerchant(given.text('url'), env).link({ order, expiresIn }).catch(asCommandError)
  console.log(url)
  if (given.has('qr')) console.log(await qrOf(url))
}

/** Two rows of modules in a line, light on dark as terminals are, with two modules of light around it. */
async function qrOf(url: string): Promise<string> {
  const { generate } = await import('lean-qr')
  const code = generate(url)
  const at = (x: number, y: number): number => (y >= code.size + PAD || code.get(x, y) ? 0 : 1)
  const steps = Array.from({ length: code.size + 2 * PAD }, (_, step) => step - PAD)
  const line = (y: number): string => steps.map((x) => BLOCKS[at(x, y) * 2 + at(x, y + 1)]).join('')
  return steps
    .filter((_, step) => step % 2 === 0)
    .map(line)
    .join('\n')
}

const PAD = 2

/** By the upper and the lower module, each light or not. */
const BLOCKS = ' ▄▀█'
