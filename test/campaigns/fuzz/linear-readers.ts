import { appearanceIn } from '#contract/appearance/document-query.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { CRes, unpack } from '#server-contract/three-ds/messages.ts'
import { parseExactly } from '#contract/wire/exact-json.ts'
import { coerce, fromForm } from '#contract/wire/form.ts'
import { factsOf } from '#cli/doctor/page-facts.ts'
import { policiesIn } from '#cli/probe/policy.ts'
import { readAnswer } from '#gateway-client/read-answer.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'
import { readTolerantly } from '#issuing-client/tolerant-answer.ts'
import { acceptedLanguage } from '#proxy/static-files/documents.ts'
import { chooseCoding } from '#proxy/static-files/accept-encoding.ts'
import { headerOf } from '#proxy/tickets/verified-claims.ts'
import { fieldsIn } from '#proxy/webhooks/callback-checksum.ts'
import { unpackPaymentToken } from '#wallet-tokens/payment-token.ts'

type Read = (text: string) => unknown

const part = (text: string): string => Buffer.from(text).toString('base64url')
const formOf = (text: string): Record<string, unknown> => fromForm(new URLSearchParams(text))

/** Every reader of bytes that somebody else has written: of whole messages, and of headers and addresses. */
export const readers: Readonly<Record<string, Read>> = {
  'gateway’s order status': (text) => readAnswer(gatewayApi.getOrderStatusExtended.response, text),
  'gateway’s stored cards': (text) => readAnswer(gatewayApi.getBindings.response, text),
  'gateway’s answer to a wallet': (text) => readAnswer(gatewayApi.walletAPayment.response, text),
  'issuer’s answer': (text) => readTolerantly(issuingApi.getCardData.response, parseExactly(text)),
  'body of a request, and answer of a wallet': (text) => readStrictly(text),
  'token’s header': (text) => headerOf(`${part(text)}.${part(text)}.x`),
  'wallet’s token': (text) => unpackPaymentToken(Buffer.from(text).toString('base64')),
  'message of the access server': (text) => unpack(CRes, part(text)),
  'gateway’s callback': (text) => fieldsIn(text),
  'request of the sandbox, a form': formOf,
  'request of the sandbox, its fields': (text) =>
    coerce(gatewayApi.register.request, { orderBundle: text, jsonParams: text, features: text }),
  'query of a document': (text) => appearanceIn(formOf(text)),
  'languages of a browser': (text) => acceptedLanguage(text),
  'codings of a browser': (text) => chooseCoding(text, ['br', 'gzip']),
  'page of the shop': (text) => factsOf(text, 'https://shop.example'),
  'policy of the shop': (text) => policiesIn(text),
}

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `n${at.toString(36)}`)

/** A text of at most that length, which repeats a piece between a beginning and an end. */
const repeated =
  (piece: string, [first = '', last = ''] = ['', '']) =>
  (length: number): string =>
    first + piece.repeat((length - first.length - last.length) / piece.length) + last

/** JSON of that length in which every object has the next one as its last member. */
const nested =
  (open: string) =>
  (length: number): string => {
    const depth = Math.floor(length / (open.length + 1))
    return `${open.repeat(depth)}1${'}'.repeat(depth)}`
  }

/** Texts whose parts belong to each other over the whole length. */
export const families: Readonly<Record<string, (length: number) => string>> = {
  'objects in objects': nested('{"a":'),
  'a name twice at each depth': nested('{"a":1,"a":'),
  'a name twice at each depth of a field that decides': (length) =>
    `{"bindings":[${nested('{"a":1,"a":')(length - 16)}]}`,
  'names twice below a long one': (length) =>
    `{"${'x'.repeat(length / 4)}":{${names(length / 22)
      .map((name) => `"${name}":1,"${name}":1`)
      .join()}}}`,
  'a name again and again': repeated('"a":1,', ['{', '"a":1}']),
  'a field in every spelling': (length) =>
    `{${names(length / 20)
      .map(
        (_, at) => `"${[...'orderstatus'].map((one, bit) => ((at >> bit) & 1 ? one.toUpperCase() : one)).join('')}":2`,
      )
      .join()}}`,
  'many names': (length) =>
    `{${names(length / 9)
      .map((name) => `"${name}":1`)
      .join()}}`,
  'lists in lists': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'objects in a list': repeated('{"a":1,"a":2},', ['{"bindings":[', '{}]}']),
  'text of escapes': repeated('\\"', ['{"a":"', '"}']),
  'text without an end': repeated('\\"', ['{"a":"', '']),
  digits: repeated('1', ['[', '.0e]']),
  blanks: repeated(' ', ['{"a"', ':1}']),
  'a form of many fields': (length) =>
    names(length / 8)
      .map((name) => `${name}=1`)
      .join('&'),
  'a form of one field': repeated('a=1&'),
  'subtags of a language': repeated('a-'),
  'languages and codings': repeated('a;q=0.1,'),
  'comments without an end': repeated('<!--'),
  'tags without an end': repeated('<script '),
  'a long word in a tag': repeated('a', ['<script ', '>']),
  'directives of a policy': repeated('a b;'),
  'names in brackets': repeated('a[a]='),
}
