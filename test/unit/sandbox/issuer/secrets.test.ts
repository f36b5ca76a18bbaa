import { createDecipheriv } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { rawIssuingClient } from '#issuing-client/raw-client.ts'
import { buildJournal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildConsole } from '#sandbox/console/build-console.ts'
import { buildIssuer } from '#sandbox/issuer/build-issuer.ts'
import { buildPhones } from '#sandbox/phones/inbox.ts'
import { buildSwitches } from '#sandbox/scenario/fault-switches.ts'
import { shiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { inProcess } from '../../../conformance/gateway/fixture.ts'
import { instantClock } from '../../../support/clock.ts'
import { masterKey, pinBlock, sealed } from '../../../conformance/issuing/terminal.ts'

afterEach(() => vi.restoreAllMocks())

const HOST = 7
const TERMINAL = { terminalNumber: 'T1', merchantNumber: 'M1' }
const acceptor = { terminalIdentification: 'T1', merchantIdentification: 'M1', merchantType: '6011' }
const clear = 'C8E0A47CB5D06E3BF1E3916EA2D5F84A'
const PIN = '70914628'
const { pan, cvc } = testCards.find((card) => card.pan === '4444555511113333')!

/** Records everything that this process prints from now on. */
function intercepted(): () => string {
  const spies = [
    ...(['log', 'info', 'warn', 'error', 'debug', 'trace'] as const).map((name) => vi.spyOn(console, name)),
    ...[process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write')),
  ]
  return () => JSON.stringify(spies.flatMap((spy) => spy.mock.calls.map((call) => call.map(String))))
}

/** Decrypts a key of two parts with the master key; hexadecimal digits. */
function opened(sealedKey: string): string {
  const decipher = createDecipheriv('des-ede', Buffer.from(masterKey(HOST), 'hex'), null).setAutoPadding(false)
  return Buffer.concat([decipher.update(sealedKey, 'hex'), decipher.final()]).toString('hex')
}

test('no key, PIN, CVC2 or card number comes into the journal, the console, the history or the output', async () => {
  const output = intercepted()
  const [clock, store, wire] = [instantClock(), memoryStore(), inProcess()]
  const [journal, phones] = [buildJournal(clock), buildPhones(store, clock)]
  const credentials = { login: 'bank', password: 'secret' }
  const common = { clock, journal, phones, cards: testCards }
  await wire.open(buildIssuer({ ...common, random: systemRandom, credentials, store }), 'issuer.test')
  const shown = buildConsole({
    ...common,
    clock: shiftedClock(clock),
    switches: buildSwitches(),
    orders: { all: () => [], numberOf: () => undefined },
    allowedOrigins: () => [],
  })
  const issuing = rawIssuingClient('http://issuer.test', credentials, wire.fetch)
  const cardIdentification = { cardNumber: pan }

  const made = await issuing.generateKey({ ...TERMINAL, hostId: HOST, keyType: 'ENKTTAK', keyLength: 'ENKL_0032' })
  const key = sealed(masterKey(HOST), clear)
  await issuing.setKey({ ...TERMINAL, hostId: HOST, keyType: 'ENKTTMKP', inputKeyPrefix: 'X', key, newKeyPrefix: 'U' })
  const newPinData = pinBlock(clear, PIN, pan)
  const changed = { cardIdentification, newPinData, cardAcceptorParameters: acceptor }
  expect(await issuing.changePin(changed)).toEqual({ responseCode: '00' })
  const generated = await issuing.generateCVC2({
    cardIdentification,
    deliveryMethod: 'WS_ENCRYPTED',
    cardAcceptorParameters: acceptor,
  })
  const plain = await issuing.generateCVC2({ cardIdentification, deliveryMethod: 'WS' })
  expect(plain.cvc2).toBe(cvc)
  // Refused requests must not reveal what they were sent either.
  await issuing.changePin({ ...changed, newPinData: pinBlock(clear, '12', pan) })
  await issuing
    .setKey({ ...TERMINAL, hostId: HOST, keyType: 'ENKTTAK', key, keyCheckValue: '000000', newKeyPrefix: 'X' })
    .catch(() => {}) // the refusal is expected; the test checks the timeline
  const { transactions } = await issuing.getTransactions({ cardIdentification, period: {} })

  const page = await shown.inject('/')
  const timeline = await shown.inject('/timeline.json')
  const message = [JSON.stringify(journal.entries()), timeline.body, JSON.stringify(transactions), output()]
  const rows = JSON.stringify([...store.table<object>('issuer:transactions').rows()])
  const secrets = [
    clear,
    clear.slice(0, 16),
    clear.slice(16),
    key,
    opened(made.keyValue!),
    made.keyValue!,
    made.lmkHsmKeyValue!,
    newPinData,
    PIN,
    generated.cvc2!,
  ]
  for (const text of [...message, rows, page.body])
    for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  for (const text of message) expect(text).not.toContain(pan)
  for (const text of [...message, rows]) expect(text).not.toMatch(new RegExp(`(?<![\\d-])${cvc}(?!\\d)`))
})
