import type { Operation } from '#contract/operation.ts'
import { missingField } from '../errors/require-fields.ts'
import { admit, type Caller, type Merchant } from '../merchants/merchants.ts'
import { refusal } from '../errors/refusal.ts'
import { namedBy, senderOf } from '../merchants/sender.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Finds the merchant of a wallet payment by login alone, since the wallet's sealed token identifies the rest (online
 * gateway 4.7, 4.9); credentials, if sent, must be those of the merchant, or of one that may act for it (5).
 */
export function admitByLogin(merchants: readonly Merchant[], fields: Fields, operation: Operation): Caller {
  const { merchant: login, language } = fields
  if (login === undefined) throw missingField(operation, 'merchant', language)
  const sender = senderOf(operation, fields)
  if (sender.merchant === undefined) return admit(merchants, { ...fields, merchantLogin: login }, operation)
  const merchant = merchants.find(namedBy(sender))
  if (!merchant) throw refusal('access', typeof language === 'string' ? language : undefined)
  return { merchant, byToken: false }
}

/** Authenticates decrypted wallet data: `username` and `password`; `merchant` names another merchant (4.8, 4.10). */
export function admitDirect(merchants: readonly Merchant[], fields: Fields, operation: Operation): Caller {
  const { merchant: merchantLogin, language } = fields
  const { userName, password } = senderOf(operation, fields)
  if (userName === undefined) throw missingField(operation, 'username', language)
  if (password === undefined) throw missingField(operation, 'password', language)
  return admit(merchants, { ...fields, merchantLogin }, operation)
}
