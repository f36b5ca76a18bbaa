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
 * Every way to pay. `card` and `binding` are words of the whole product, so that of those two only the name in a ticket,
 * the label in the metrics and the operations are searched for.
 */
const methods: Readonly<Record<string, Method>> = {
  card: {
    names: /(?<!Pick<[^>]*)['"]card['"](?!\s*>)|\bpaymentorder\b|payByCard/,
    own: /^src\/card-frame\/|\/methods\/card\b|pay-by-card\.ts$|sandbox\/gateway\/payments\/payment\.ts$/,
    others: 40,
  },
  binding: {
    names: /['"]binding['"]|stored_card|savedCards\b|paymentOrderBinding/,
    own: /^src\/card-frame\/|\/methods\/stored-card\b|saved-cards\.ts$|binding-payment\.ts$/,
    others: 25,
  },
  applePay: { names: /apple(?!-system)|walletA(?![a-z])/i, own: /\/apple[^/]*(\/|\.ts$)/, others: 47 },
  googlePay: { names: /google(?!-chrome)|walletB(?![a-z])/i, own: /\/(google[^/]*|pay-js)(\/|\.ts$)/, others: 39 },
  moto: { names: /\bmoto\b|moto[A-Z_]|Moto|MOTO/, own: /\/(moto|pay-moto|operator)(\/|\.ts$)/, others: 47 },
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
