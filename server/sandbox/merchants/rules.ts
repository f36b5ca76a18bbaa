import { privateKeyIn, publicKeyIn } from '#signature/pem.ts'
import type { MerchantSettings } from './settings.ts'

/** Returns what is wrong with a merchant beyond its single fields, or `undefined`. */
type MerchantRule = (one: MerchantSettings, all: readonly MerchantSettings[]) => string | undefined

const saying = (isBroken: boolean, sentence: string): string | undefined => (isBroken ? sentence : undefined)

/** How many merchants match. */
const same = (all: readonly MerchantSettings[], isSame: (one: MerchantSettings) => boolean): number =>
  all.filter(isSame).length

const merchantRules: readonly MerchantRule[] = [
  ({ password }) => saying(password === undefined, 'password is required'),
  ({ login }, all) =>
    saying(same(all, (one) => one.login === login) > 1, 'login must be the only one of that name in the list'),
  ({ token }, all) =>
    saying(token !== undefined && same(all, (one) => one.token === token) > 1, 'token must be of no other merchant'),
  ({ login, parent }, all) =>
    saying(
      parent !== undefined && (parent === login || !all.some((one) => one.login === parent)),
      'parent must be the login of another merchant',
    ),
  ({ inn, parent }) =>
    saying(inn !== undefined && parent === undefined, 'inn needs a parent, who names the child by it'),
  ({ inn, parent }, all) =>
    saying(
      inn !== undefined && same(all, (one) => one.inn === inn && one.parent === parent) > 1,
      'inn must be of no other child of the parent',
    ),
  ({ signature, certificate }) =>
    saying(signature !== undefined && certificate === undefined, 'certificate is required where signature is'),
  ({ certificate }) => certificate && unread('certificate', () => publicKeyIn(certificate)),
  ({ callback }) =>
    callback?.key?.kind === 'rsa' ? unreadKey('callback.key.privateKey', callback.key.privateKey) : undefined,
]

const unreadKey = (field: string, pem: string): string | undefined => unread(field, () => privateKeyIn(pem))

function unread(field: string, read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    return `${field} ${(error as Error).message}`
  }
}

/** The first rule that a merchant breaks among the others, as the end of the sentence “field …”. */
export const brokenRule: MerchantRule = (one, all) => {
  for (const rule of merchantRules) {
    const broken = rule(one, all)
    if (broken !== undefined) return broken
  }
  return undefined
}
