import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

/** A way to pay, and how it is found in the code. */
interface Method {
  /** Its identifiers, and what its string literals contain. */
  readonly names: RegExp
  /** The files that are its own. */
  readonly own: RegExp
  /** The most other files that may name it: its registrations, its sentences, and the rows of tables. */
  readonly others: number
}

/**
 * Every way to pay. `card` and `binding` are words of the whole product, so of those two only what names them as a way to
 * pay is searched for: the method of a ticket, the label in the metrics, and the operations.
 */
const methods: Readonly<Record<string, Method>> = {
  card: {
    names: /\bpaymentorder\b|payByCard|\(ticket, 'card'\)|methods?\b.*'card'|'card'.*methods?\b/,
    own: /^src\/card-frame\/|\/pay-by-card\.ts$|\/methods\/card\/|gateway\/payments\/payment\.ts$/,
    others: 25,
  },
  binding: {
    names: /stored_card|paymentOrderBinding|savedCards\b|\(ticket, 'binding'\)|methods?\b.*'binding'/,
    own: /^src\/card-frame\/|\/methods\/stored-card\/|\/binding-payment\.ts$|gateway\/bindings/,
    others: 19,
  },
  applePay: {
    names: /apple(?!-system|WebKit)|walletA(?![a-z])/i,
    own: /\/apple[^/]*(\/|\.ts$)|^server\/wallet-tokens\/|contract\/gateway\/wallets\.ts$/,
    others: 22,
  },
  googlePay: {
    names: /google(?![- ]chrome)|walletB(?![a-z])/i,
    own: /\/(google[^/]*|pay-js)(\/|\.ts$)|^server\/wallet-tokens\/|contract\/gateway\/wallets\.ts$/,
    others: 17,
  },
  sbp: { names: /sbp|nspk/i, own: /\/sbp\//, others: 10 },
  moto: { names: /\bmoto\b|moto[A-Z_]|Moto|MOTO/, own: /\/(moto|pay-moto|operator)(\/|\.ts$)/, others: 26 },
}

/** Programs of the product; a language is a text, and benchmarks name other products. */
const isSearched = (file: string): boolean =>
  /\.(ts|mjs|css)$/.test(file) &&
  !/\.d\.ts$|^src\/texts\/languages\/|^scripts\/bench\/|issu(ing|er)\/|\/back-office\//.test(file)

const code = ['src', 'server', 'demo', 'scripts']
  .flatMap((top) => readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`))
  .filter(isSearched)
  .map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))] as const)

function withoutComments(text: string): string {
  return text.replace(/(^|\s)\/\*[\s\S]*?\*\//g, '$1').replace(/(^|\s)\/\/.*$/gm, '$1')
}

test.each(Object.entries(methods))('few files name %s but its own', (_, { names, own, others }) => {
  expect(code.filter(([file, text]) => own.test(file) && names.test(text))).not.toEqual([])
  const naming = code.filter(([file, text]) => !own.test(file) && names.test(text)).map(([file]) => file)
  expect(naming.length, `${naming.length} files, at most ${others}:\n${naming.join('\n')}`).toBeLessThanOrEqual(others)
})
