import { hkdfSync } from 'node:crypto'
import { list, type VariableReader } from './reader.ts'
import { Secret } from './secret.ts'
import { readTicketKeys, type TicketKey } from './ticket-keys.ts'

/** The keys of order tickets, and the secrets of the proxy's own signatures. */
export interface SigningSecrets {
  readonly ticketKeys: readonly TicketKey[]
  readonly signingSecret: Secret
  /** Their signatures are still accepted. */
  readonly olderSigningSecrets: readonly Secret[]
}

/** Reads the variables of tickets and of the proxy's own signatures. */
export function readSigning(from: VariableReader): SigningSecrets {
  const { keys, secrets, errors } = readTicketKeys({
    secret: from.text('TENDER_TICKET_SECRET'),
    secrets: from.text('TENDER_TICKET_SECRETS'),
    publicKeys: from.text('TENDER_TICKET_PUBLIC_KEYS'),
  })
  for (const [name, rule] of errors) from.wrong(name, rule)
  const own = list(from.text('TENDER_SIGNING_SECRET'))
  if (own.some((one) => Buffer.byteLength(one) < 32))
    from.wrong('TENDER_SIGNING_SECRET', 'must have 32 bytes or more, each of them where there are several')
  if (!own.length && from.text('TENDER_WEBHOOK_URL'))
    from.wrong(
      'TENDER_SIGNING_SECRET',
      'is required where TENDER_WEBHOOK_URL is set: a webhook about a refund may follow long after the ticket secrets were replaced',
    )
  else if (!own.length && !secrets.length && keys.length)
    from.wrong('TENDER_SIGNING_SECRET', 'is required where no ticket secret is set')
  const [first, ...older] = own.length ? own.map((one) => new Secret(one)) : secrets.map(derived)
  return { ticketKeys: keys, signingSecret: first ?? derived(new Secret('')), olderSigningSecrets: older }
}

const derived = (secret: Secret): Secret =>
  new Secret(
    Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'tender-checkout signatures', 32)).toString('base64url'),
  )
