import type { Operation } from '#contract/operation.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import { admit, type Caller, type Merchant } from '../merchants/merchants.ts'
import { refusal } from '../errors/refusal.ts'
import { namedBy, senderOf } from '../merchants/sender.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Finds whom a wallet's payment is for: by login alone, since the wallet's seal speaks for the rest (online gateway 4.7,
 * 4.9); credentials that are sent must be the merchant's, or of one who may act for it (5).
 */
export function admitByLogin(merchants: readonly Merchant[], fields: Fields, operation: Operation): Caller {
  const { merchant: login, language } = fields
  if (login === undefined) throw missing(operation, 'merchant', language)
  const sender = senderOf(operation, fields)
  if (sender.merchant === undefined) return admit(merchants, { ...fields, merchantLogin: login }, operation)
  const merchant = merchants.find(namedBy(sender))
  if (!merchant) throw refusal('access', typeof language === 'string' ? language : undefined)
  return { merchant, byToken: false }
}

/** Finds who sent opened wallet data: login and password in lower-case names, `merchant` for another's (4.8, 4.10). */
export function admitDirect(merchants: readonly Merchant[], fields: Fields, operation: Operation): Caller {
  const { merchant: merchantLogin, language } = fields
  if (senderOf(operation, fields).userName === undefined) throw missing(operation, 'username', language)
  return admit(merchants, { ...fields, merchantLogin }, operation)
}

const missing = (operation: Operation, field: string, language: unknown) =>
  fieldRefusal(operation, { field, kind: 'missing', rule: 'is required' }, language)
