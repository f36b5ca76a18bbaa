import { expect, test } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { CRes, pack, unpack, type AReq, type CReq } from '#server-contract/three-ds/messages.ts'
import { areqFor, requested, cardLike, hopIn, openStand, wrongFor, type Stand } from './stand.ts'
import { waitFor } from '../../../support/poll.ts'

const mastercard = cardLike({ threeDs: 'challenge', brand: 'mastercard' })

async function challenged(more: Partial<AReq> = {}, stand: Stand = openStand()) {
  const { acsTransID, threeDSServerTransID } = await stand.ask.areq(areqFor(mastercard.pan, more))
  const creq: CReq = {
    messageType: 'CReq',
    messageVersion: '2.2.0',
    threeDSServerTransID,
    acsTransID,
    challengeWindowSize: '05',
  }
  const open = (fields: Record<string, string> = {}) => stand.post('/3ds/challenge', { creq: pack(creq), ...fields })
  const page = await open()
  const { code, challenge } = requested(page)
  const answer = (fields: Record<string, string>) => stand.post('/3ds/answer', { challenge, ...fields })
  return { ...stand, creq, open, page, code, challenge, answer }
}

function cresIn(page: LightMyRequestResponse) {
  const { action, fields } = hopIn(page)
  expect(action).toBe('https://gateway.example/done?a=1&b=2')
  return { cres: unpack(CRes, fields['cres']!)!, sessionData: fields['threeDSSessionData'] }
}

test('the page shows the SMS first, then the purchase, and never the card number', async () => {
  const { page, code } = await challenged()
  expect(page.statusCode).toBe(200)
  expect(code).toMatch(/^\d{6}$/)
  expect(page.body.indexOf('sms-code')).toBeLessThan(page.body.indexOf('<main'))
  expect(page.body).toContain('Kettle &amp; &lt;Cup&gt;')
  expect(page.body).toContain('€1,234.50')
  expect(page.body).toContain('•••• 5599')
  expect(page.body).not.toContain(mastercard.pan)
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors \*/)
  expect(page.headers['x-frame-options']).toBeUndefined()
})

test.each([
  ['ru-RU', '<html lang="ru">', 'Одноразовый код'],
  ['kz', '<html lang="ru">', 'Одноразовый код'],
  ['ar', '<html lang="en">', 'One-time code'],
])('the page speaks the browser’s language or English, and says which: %s', async (browserLanguage, html, label) => {
  const { page, code } = await challenged({ browserLanguage })
  expect(page.body).toContain(html)
  expect(page.body).toContain(label)
  expect(code).toMatch(/^\d{6}$/)
})

test('the right code: the 3DS server is notified first, the browser carries the CRes and its session data', async () => {
  const { open, answer, code, result, creq } = await challenged()
  await open({ threeDSSessionData: 'c2Vzc2lvbg' })
  const page = await answer({ code })
  expect(result).toEqual([
    expect.objectContaining({
      messageType: 'RReq',
      threeDSServerTransID: creq.threeDSServerTransID,
      acsTransID: creq.acsTransID,
      transStatus: 'Y',
      eci: '02',
      interactionCounter: '01',
    }),
  ])
  expect(result[0]!.authenticationValue).toHaveLength(28)
  const { cres, sessionData } = cresIn(page)
  expect(cres).toMatchObject({ transStatus: 'Y', acsTransID: creq.acsTransID, challengeCompletionInd: 'Y' })
  expect(sessionData).toBe('c2Vzc2lvbg')
})

test('the CRes waits for the answer to the RReq', async () => {
  let answerRReq = (): void => {}
  const slow = new Promise<Response>((resolve) => {
    answerRReq = () => resolve(new Response('{}'))
  })
  const { answer, code } = await challenged(
    {},
    openStand(() => slow),
  )
  let sent = false
  const page = answer({ code }).then((response) => {
    sent = true
    return response
  })
  await new Promise(setImmediate)
  expect(sent).toBe(false)
  answerRReq()
  expect(cresIn(await page).cres.transStatus).toBe('Y')
})

test('a code is taken with spaces, and in the digits of Arabic', async () => {
  const { answer, code, result } = await challenged()
  const arabic = [...code].map((digit) => String.fromCharCode(0x660 + Number(digit))).join('')
  await answer({ code: ` ${arabic.slice(0, 3)} ${arabic.slice(3)}` })
  expect(result).toMatchObject([{ transStatus: 'Y' }])
})

test('a wrong code: the page again with the error at the field; the third ends it', async () => {
  const { answer, code, result } = await challenged()
  const first = await answer({ code: wrongFor(code) })
  expect(first.body).toContain('Tries left:\u00a02')
  expect(first.body).toMatch(/<input id="code"[^>]* aria-invalid="true" aria-describedby="code-error"/)
  expect(first.body).toContain('id="code-error"')
  // A frame that takes the focus causes console errors in browsers.
  expect(first.body).not.toContain('autofocus')
  expect(requested(first).code).toBe(code)
  expect((await answer({ code: wrongFor(code) })).body).toContain('Tries left:\u00a01')
  expect(result).toEqual([])
  const third = await answer({ code: wrongFor(code) })
  expect(result).toMatchObject([{ transStatus: 'N', interactionCounter: '03' }])
  expect(result[0]).not.toHaveProperty('challengeCancel')
  expect(result[0]).not.toHaveProperty('authenticationValue')
  expect(cresIn(third).cres.transStatus).toBe('N')
})

test('an empty code costs no try', async () => {
  const { answer, result } = await challenged()
  for (let times = 0; times < 5; times += 1) expect((await answer({ code: ' ' })).body).toContain('Enter the code')
  expect(result).toEqual([])
})

test('cancelling is reported as such', async () => {
  const { answer, result, code } = await challenged()
  const page = await answer({ cancel: '1', code })
  expect(result).toMatchObject([{ transStatus: 'N', challengeCancel: '01' }])
  expect(cresIn(page).cres.transStatus).toBe('N')
})

test('a new code replaces the old one, three times and no more', async () => {
  const { answer, code, result } = await challenged()
  const codes = [code]
  for (let times = 0; times < 3; times += 1) codes.push(requested(await answer({ resend: '1' })).code)
  expect(new Set(codes).size).toBe(4)
  const fourth = await answer({ resend: '1' })
  expect(requested(fourth).code).toBe(codes[3])
  expect(fourth.body).toContain('No more codes')
  expect((await answer({ code })).body).toContain('Tries left:\u00a02')
  await answer({ code: codes[3]! })
  expect(result).toMatchObject([{ transStatus: 'Y' }])
})

test('a creq posted again shows the same challenge, tries and all', async () => {
  const { open, answer, code, challenge } = await challenged()
  await answer({ code: wrongFor(code) })
  const again = await open()
  expect(requested(again)).toEqual({ code, challenge })
  expect((await answer({ code: wrongFor(code) })).body).toContain('Tries left:\u00a01')
})

test('what comes after the end leads to the same end, and the 3DS server is notified once', async () => {
  const { open, answer, code, result } = await challenged()
  const pages = await Promise.all([answer({ code }), answer({ code: wrongFor(code) }), answer({ cancel: '1' }), open()])
  expect(new Set(pages.map((page) => page.body)).size).toBe(1)
  expect(cresIn(pages[0]!).cres.transStatus).toBe('Y')
  expect(result).toHaveLength(1)
})

test('time runs out by itself: the 3DS server is notified, and a late code is too late', async () => {
  const { clock, answer, open, code, result } = await challenged()
  await clock.pass(599_999)
  expect(result).toEqual([])
  await clock.pass(1)
  await waitFor(() =>
    expect(result).toMatchObject([{ transStatus: 'N', transStatusReason: '14', challengeCancel: '04' }]),
  )
  expect(cresIn(await answer({ code })).cres.transStatus).toBe('N')
  expect(cresIn(await open()).cres.transStatus).toBe('N')
  expect(result).toHaveLength(1)
})

test('a browser that never came is reported as such', async () => {
  const { ask, clock, result } = openStand()
  await ask.areq(areqFor(mastercard.pan))
  await clock.pass(600_000)
  await waitFor(() => expect(result).toMatchObject([{ transStatus: 'N', challengeCancel: '05' }]))
})

test('a challenge that ended is not ended again by the clock, and closing wakes nobody', async () => {
  const { clock, answer, code, result, acs } = await challenged()
  await answer({ code })
  await clock.pass(600_000)
  expect(result).toHaveLength(1)
  const { acs: other, clock: otherClock } = await challenged()
  expect(otherClock.waiting).toBe(1)
  await Promise.all([acs.close(), other.close()])
  expect(otherClock.waiting).toBe(0)
})

test('an RReq may go to the whole address that EMV 3DS gives the 3DS server', async () => {
  const { answer, code, result } = await challenged({ threeDSServerURL: 'https://gateway.example/3ds-server/rreq' })
  await answer({ code })
  expect(result).toHaveLength(1)
})

test('a 3DS server that does not answer does not strand the browser', async () => {
  const stand = openStand(async () => {
    throw new Error('no way')
  })
  const { answer, code, journal } = await challenged({}, stand)
  expect(cresIn(await answer({ code })).cres.transStatus).toBe('Y')
  expect(journal.entries().at(-1)).toMatchObject({ what: 'RRes', detail: 'no answer' })
})

test.each([
  ['garbled', 'hello!'],
  ['absent', ''],
  [
    'of nobody',
    pack({
      messageType: 'CReq',
      messageVersion: '2.2.0',
      threeDSServerTransID: 'a',
      acsTransID: 'b',
      challengeWindowSize: '05',
    }),
  ],
])('a creq that is %s gets an honest page', async (_, creq) => {
  const page = await openStand().post('/3ds/challenge', { creq })
  expect(page.statusCode).toBe(400)
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.body).toContain('Nothing to confirm here')
})

test('a creq must name both ends of the challenge', async () => {
  const { post, creq } = await challenged()
  const page = await post('/3ds/challenge', { creq: pack({ ...creq, threeDSServerTransID: 'another' }) })
  expect(page.statusCode).toBe(400)
})

test('an answer to no challenge gets an honest page', async () => {
  const { post, creq } = await challenged()
  for (const challenge of ['', 'x', creq.acsTransID, '__proto__'])
    expect((await post('/3ds/answer', { challenge, code: '123456' })).statusCode).toBe(400)
})

test('a bank that refuses to be framed says so on every page', async () => {
  const stand = openStand()
  stand.switches.set({ framing: 'refused' })
  const { page, answer, code } = await challenged({}, stand)
  const gone = await stand.post('/3ds/challenge', { creq: 'x' })
  for (const { headers } of [page, await answer({ code: wrongFor(code) }), gone]) {
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

test('the timeline shows each step without a card number or a code', async () => {
  const { answer, code, journal } = await challenged()
  await answer({ code: wrongFor(code) })
  await answer({ code })
  expect(journal.entries().map(({ from, to, what, detail }) => `${from} > ${to}: ${what}, ${detail}`)).toEqual([
    'ACS > browser: challenge, shown',
    'browser > ACS: challenge, code wrong',
    'browser > ACS: challenge, code right',
    'ACS > 3DS server: RReq, Y, eci 02, 555555**5599',
  ])
  expect(JSON.stringify(journal.entries())).not.toMatch(new RegExp(`${mastercard.pan}|${code}`))
})
