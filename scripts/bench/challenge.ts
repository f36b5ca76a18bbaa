import { chromium, type Browser, type Page, type Request } from 'playwright'
import { fillCard, pay } from '#testing/card-form.ts'
import { testCard } from '#testing/cards.ts'
import { challengeShown, completeChallenge } from '#testing/challenge.ts'
import { expectResult } from '#testing/result.ts'
import build from '../../test/support/build.ts'
import { chromiumOptions } from '../../test/support/chromium.ts'
import type { Benchmark } from './benchmark.ts'
import { names, openPages } from './browser/pages.ts'
import { medianOf } from './statistics.ts'

const weightRows = { ready: 'until the form is ready', paid: 'until paid by a challenge' } as const
const timeRows = {
  answered: 'the gateway has answered',
  asked: "the bank's page is requested",
  shown: "the bank's question is shown",
} as const

interface Weight {
  readonly bytes: number
  readonly requests: number
}

interface Payment {
  /** What the proxy has sent. */
  readonly weights: Readonly<Record<keyof typeof weightRows, Weight>>
  /** Milliseconds after the press of the button. */
  readonly times: Readonly<Record<keyof typeof timeRows, number>>
}

/** What the proxy sends for a payment by a challenge, and how soon after the press the bank asks its question. */
export const challenge: Benchmark = async ({ rounds }, report) => {
  build()
  const pages = await openPages()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const { address } = pages.subjects.find(({ name }) => name === names.own)!
    report('challenge: a payment that does not count')
    await paid(browser, await address())
    const payments: Payment[] = []
    for (let round = 1; round <= rounds; round += 1) {
      report(`challenge: payment ${round} of ${rounds}`)
      payments.push(await paid(browser, await address()))
    }
    const rows = <Key extends string>(
      table: Readonly<Record<Key, string>>,
      values: (payment: Payment, key: Key) => Readonly<Record<string, number>>,
    ) =>
      (Object.keys(table) as Key[]).map((key) => {
        const all = payments.map((payment) => values(payment, key))
        const median = (measure: string) => [measure, medianOf(all.map((one) => one[measure]!))] as const
        return { name: table[key], values: Object.fromEntries(Object.keys(all[0]!).map(median)) }
      })
    return {
      conditions: [`medians of ${rounds} payments`, `Chromium ${browser.version()}`],
      comparisons: [
        {
          title: 'weight',
          subject: weightRows.paid,
          measures: [
            { name: 'bytes', label: 'bytes on the wire', digits: 0 },
            { name: 'requests', label: 'requests', digits: 0 },
          ],
          rows: rows(weightRows, ({ weights }, key) => ({ ...weights[key] })),
        },
        {
          title: 'time',
          subject: timeRows.shown,
          measures: [{ name: 'time', label: 'after the press, ms', digits: 0 }],
          rows: rows(timeRows, ({ times }, key) => ({ time: times[key] })),
        },
      ],
    }
  } finally {
    await browser.close()
    await pages.close()
  }
}

/** Pays by a card whose bank asks for a code, with cold caches. */
async function paid(browser: Browser, address: string): Promise<Payment> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const finished: Request[] = []
    page.on('requestfinished', (request) => finished.push(request))
    await page.goto(address)
    await page.locator('tender-checkout[state=ready]').waitFor()
    const proxy = await page.locator('tender-checkout').getAttribute('src')
    const weigh = () => weightOf(finished.filter((request) => request.url().startsWith(`${proxy}/`)))
    const ready = await weigh()
    await fillCard(page, testCard({ threeDs: 'challenge', outcome: 'paid' }))
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/pay')).then(Date.now)
    const asked = page.waitForRequest((request) => isOfBank(page, request)).then(Date.now)
    const pressed = Date.now()
    await pay(page)
    await challengeShown(page)
    const shown = Date.now()
    await completeChallenge(page, 'right')
    await expectResult(page, 'paid')
    return {
      weights: { ready, paid: await weigh() },
      times: { answered: (await answered) - pressed, asked: (await asked) - pressed, shown: shown - pressed },
    }
  } finally {
    await context.close()
  }
}

/** Whether a request is for the document in the frame of the bank. */
const isOfBank = (page: Page, request: Request): boolean =>
  request.isNavigationRequest() && request.frame() === page.frame('challenge')

async function weightOf(requests: readonly Request[]): Promise<Weight> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return {
    bytes: sizes.reduce(
      (sum, { responseHeadersSize, responseBodySize }) => sum + responseHeadersSize + responseBodySize,
      0,
    ),
    requests: requests.length,
  }
}
