import { ProxyError } from '#contract/proxy-errors.ts'
import { initiatorOf, type Initiator } from '#server-contract/gateway/initiators.ts'
import type { WalletCharge } from '#server-contract/merchant/charges.ts'
import type { WalletOperation } from '../methods/wallet.ts'

/** A payment after the first one, by a stored credential (online gateway 2.3 tii U, R and F). */
export const isSubsequent = ({ tii }: WalletCharge): boolean => initiatorOf(tii).uses !== undefined

/** The feature that stores the card without paying (online gateway 4.8). */
const VERIFY = 'VERIFY'

interface Charge extends Initiator {
  readonly request: WalletCharge
  /** Whether the proxy decrypts the token. */
  readonly isOpened: boolean
  readonly isVerification: boolean
}

type Field = keyof WalletCharge
type WalletChargeRule = readonly [field: Field, rule: string, isBroken: (charge: Charge) => boolean]

/** Fields of paymentDirect.do alone (online gateway 4.8, 4.10). */
const direct = [
  'features',
  'originalPaymentNetRefNum',
  'originalPaymentDate',
  'externalScaExemptionIndicator',
  'threeDSProtocolVersion',
] as const satisfies readonly Field[]

const isAbsent = ({ request }: Charge, field: Field): boolean => request[field] === undefined

const subsequent = (field: Field): WalletChargeRule => [
  field,
  'is required with tii U, R and F',
  (charge) => charge.uses !== undefined && isAbsent(charge, field),
]

/** Rules of the fields beyond their schema; the first broken one refuses the request. */
const walletChargeRules: readonly WalletChargeRule[] = [
  [
    'tii',
    'must be CI or RI where the gateway opens the token',
    ({ uses, isOpened }) => !isOpened && uses !== undefined,
  ],
  ...direct.map((field): WalletChargeRule => [
    field,
    'is taken only where the proxy opens the token',
    (charge) => !charge.isOpened && !isAbsent(charge, field),
  ]),
  subsequent('clientId'),
  subsequent('originalPaymentNetRefNum'),
  subsequent('originalPaymentDate'),
  [
    'preAuth',
    'must not be true with tii U and R, which are one-phase',
    ({ request, onePhaseOnly }) => onePhaseOnly && request.preAuth === true,
  ],
  ['tii', `must not be U, R or F with features ${VERIFY}`, ({ uses, isVerification }) => isVerification && !!uses],
  ['clientId', `is required with features ${VERIFY}`, (it) => it.isVerification && isAbsent(it, 'clientId')],
  [
    'amount',
    `must be 0 with features ${VERIFY}`,
    ({ request, isVerification }) => isVerification && request.amount > 0,
  ],
  [
    'amount',
    `must be at least 1 without features ${VERIFY}`,
    ({ request, isVerification }) => !isVerification && request.amount === 0,
  ],
]

/** Fields that only some of the operations have (online gateway 4.9, 4.10). */
const optional = ['returnUrl', 'failUrl', 'dynamicCallbackUrl'] as const satisfies readonly Field[]

/** Throws `field_invalid` for a charge that the operation cannot take, before anything is sent. */
export function checkWalletCharge(request: WalletCharge, isOpened: boolean, operation: WalletOperation): void {
  const { needs, takes, op } = operation
  const missing = needs.find((field) => request[field] === undefined)
  if (missing)
    throw new ProxyError('field_invalid', `is required for ${request.wallet} where the gateway opens it`, missing)
  const untaken = optional.find((field) => request[field] !== undefined && !takes.includes(field))
  if (untaken) throw new ProxyError('field_invalid', `is not taken by ${op}`, untaken)
  const isVerification = request.features?.includes(VERIFY) ?? false
  const charge: Charge = { ...initiatorOf(request.tii), request, isOpened, isVerification }
  const broken = walletChargeRules.find(([, , isBroken]) => isBroken(charge))
  if (broken) throw new ProxyError('field_invalid', broken[1], broken[0])
}
