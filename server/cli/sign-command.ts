import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { wholeNumber } from './arguments.ts'
import { asCommandError, CommandError, type Arguments, type Command, type Tools } from './command.ts'
import { orderIn } from './order-operand.ts'
import { SETTINGS_FILE, settingsOf, type Settings } from './settings-file.ts'

export const signCommand: Command = {
  name: 'sign',
  summary: 'prints an order ticket for the claims given as JSON, signed with TENDER_TICKET_SECRET',
  operand: 'JSON',
  options: {
    'expires-in': { value: 'SECONDS', standard: '1200', what: 'how long the ticket is good for, at most 86400' },
    kid: { value: 'NAME', what: 'name of the key, where the proxy has several' },
  },
  notes: [
    `Without TENDER_TICKET_SECRET and TENDER_PUBLIC_URL, what is not set is read from ${SETTINGS_FILE} in this folder.`,
    `tender sign '{"orderNumber":"A-17","amount":4990,"currency":"EUR","returnUrl":"https://shop.example/"}'`,
  ],
  run: printTicket,
}

async function printTicket(given: Arguments, { env }: Tools): Promise<void> {
  const secret = secretIn(env)
  const { MAX_TICKET_LIFETIME } = await import('#server-contract/ticket.ts')
  const { signOrder } = await import('#proxy/tickets/sign-order.ts')
  const expiresIn = wholeNumber(
    given.text('expires-in'),
    1,
    MAX_TICKET_LIFETIME,
    `--expires-in must be whole seconds, 1 to ${MAX_TICKET_LIFETIME} (24 hours).`,
  )
  const kid = given.text('kid')
  const claims = orderIn(given.operands[0], 'sign') as OrderClaims
  console.log(await signOrder(claims, secret, { expiresIn, ...(kid && { kid }) }).catch(asCommandError))
}

/** The file of the folder matters only where the environment lacks the secret. */
function secretIn(env: NodeJS.ProcessEnv): string {
  const settings: Settings = env[SECRET] ? { env } : settingsOf(env)
  if (settings.source !== undefined) console.error(settings.source)
  const secret = settings.env[SECRET]
  if (!secret) throw new CommandError(`${SECRET} is required.`)
  return secret
}

const SECRET = 'TENDER_TICKET_SECRET'
