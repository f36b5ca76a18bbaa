import { describe, expect, test } from 'vitest'
import { compare, kinds, type Kind } from './compare.ts'
import { describedFields, type Described, type DescribedFields } from './described.ts'
import { lineOf } from './differences.ts'
import { bare, inside, type Side } from './stated.ts'
import type { DocumentName } from './stored.ts'

const described = { gateway: describedFields('gateway'), issuer: describedFields('issuer') }

const linesOf = (document: DocumentName, ours: readonly DescribedFields[]): readonly string[] =>
  compare(document, ours).differences.map(({ operation, side, field, kind }) => lineOf(operation, side, field, kind))

const before = { gateway: linesOf('gateway', described.gateway), issuer: linesOf('issuer', described.issuer) }

/** What a broken contract makes of a field; `undefined` leaves it out. */
type Break = (field: Described) => Described | undefined

const without =
  (name: 'most' | 'values'): Break =>
  ({ [name]: _, ...field }) =>
    field as Described

/** The description of one operation's field, broken. */
const broken = (document: DocumentName, operation: string, side: Side, path: string, change: Break) =>
  described[document].map((one) =>
    one.operation === operation
      ? {
          ...one,
          [side]: one[side].flatMap((field) =>
            bare(inside(field.place, field.name)) === path ? (change(field) ?? []) : field,
          ),
        }
      : one,
  )

const register = '/payment/rest/register.do'
const paymentorder = '/payment/rest/paymentorder.do'

type Row = readonly [kind: Kind, document: DocumentName, operation: string, side: Side, path: string, change: Break]

/** A break of every kind, in both documents where both can have it. */
const breaks: readonly Row[] = [
  ['missing', 'gateway', register, 'request', 'failUrl', () => undefined],
  ['missing', 'gateway', paymentorder, 'response', 'packedCReq', () => undefined],
  ['missing', 'issuer', 'debitCard', 'response', 'rrn', () => undefined],
  ['not required', 'gateway', register, 'request', 'amount', (field) => ({ ...field, required: false })],
  ['not required', 'issuer', 'debitCard', 'request', 'amount', (field) => ({ ...field, required: false })],
  ['required', 'gateway', register, 'request', 'email', (field) => ({ ...field, required: true })],
  ['required', 'issuer', 'debitCard', 'request', 'preAuthorization', (field) => ({ ...field, required: true })],
  [
    'required, unstated',
    'gateway',
    '/payment/rest/getBindings.do',
    'request',
    'clientId',
    (field) => ({ ...field, required: true }),
  ],
  ['required, unstated', 'issuer', 'p2PTransfer', 'request', 'amount', (field) => ({ ...field, required: true })],
  ['required, unstated', 'issuer', 'getTransactions', 'response', 'transactions', (f) => ({ ...f, required: true })],
  ['type', 'gateway', register, 'request', 'sessionTimeoutSecs', (field) => ({ ...field, types: ['string'] })],
  ['type', 'issuer', 'blockCard', 'request', 'hotCardStatus', (field) => ({ ...field, types: ['string'] })],
  ['type', 'issuer', 'getTransactions', 'response', 'transactions', (field) => ({ ...field, list: false })],
  ['shorter', 'gateway', register, 'request', 'returnUrl', (field) => ({ ...field, most: 511 })],
  ['shorter', 'gateway', register, 'request', 'feeInput', (field) => ({ ...field, largest: 9_999_999 })],
  ['shorter', 'gateway', register, 'request', 'clientId', (field) => ({ ...field, least: 1 })],
  ['longer', 'gateway', register, 'response', 'errorMessage', (field) => ({ ...field, most: 513 })],
  ['length dropped', 'gateway', register, 'request', 'description', without('most')],
  ['length invented', 'gateway', paymentorder, 'request', 'seToken', (field) => ({ ...field, most: 8192 })],
  ['length invented', 'issuer', 'changeMerchantStatus', 'request', 'status', (field) => ({ ...field, most: 64 })],
  ['values invented', 'issuer', 'changeMerchantStatus', 'request', 'status', (f) => ({ ...f, values: ['ACTIVE'] })],
  ['values invented', 'issuer', 'blockCard', 'request', 'hotCardStatus', (f) => ({ ...f, values: ['6'] })],
  ['values', 'gateway', '/payment/rest/getBindings.do', 'request', 'bindingType', (f) => ({ ...f, values: ['C'] })],
  ['values', 'issuer', 'setKey', 'request', 'keyType', (field) => ({ ...field, values: ['ENKTTAK'] })],
  ['values dropped', 'gateway', '/payment/rest/getBindings.do', 'request', 'bindingType', without('values')],
  ['values dropped', 'issuer', 'setKey', 'request', 'newKeyPrefix', without('values')],
  ['marked', 'gateway', register, 'request', 'merchantInn', (field) => ({ ...field, mark: 'family' })],
  ['not shown', 'gateway', register, 'request', 'invented', () => undefined],
  ['not shown', 'issuer', 'debitCard', 'response', 'invented', () => undefined],
]

const withMore = (document: DocumentName, operation: string, side: Side, name: string) =>
  described[document].map((one) =>
    one.operation === operation ? { ...one, [side]: [...one[side], { ...one[side][0]!, name, place: '' }] } : one,
  )

describe('a contract that breaks what the document states', () => {
  test.each(breaks)('%s: %s %s %s %s', (kind, document, operation, side, path, change) => {
    const ours =
      kind === 'not shown' ? withMore(document, operation, side, path) : broken(document, operation, side, path, change)
    const known = new Set(before[document])
    expect(linesOf(document, ours).filter((line) => !known.has(line))).toContain(lineOf(operation, side, path, kind))
  })

  test('is broken here in every way that is compared', () => {
    expect(new Set(breaks.map(([kind]) => kind))).toEqual(new Set(Object.keys(kinds)))
  })
})
