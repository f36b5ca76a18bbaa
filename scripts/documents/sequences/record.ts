import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expectResult } from '../../../server/testing.ts'
import { openStack, type Stack } from '../../../demo/stack.ts'
import { launchChromium } from '../../../test/support/chromium.ts'
import { root } from '../../../test/support/root.ts'
import { diagram, inOrder, type Message } from './diagram.ts'
import { payments, type DrawnPayment } from './payments.ts'

/** Milliseconds without another message after which a payment is over: its callback and its webhook come last. */
const QUIET = 1_000

/** Makes each of the payments in the demo, and writes its messages as a sequence diagram into docs/images. */
export async function recordSequences(folder: string = join(root, 'docs', 'images')): Promise<void> {
  const stack = await openStack({ port: 0, log: () => {}, env: { TENDER_BANK_PAGE: 'on' } })
  const browser = await launchChromium()
  try {
    mkdirSync(folder, { recursive: true })
    for (const payment of payments) {
      const page = await browser.newPage()
      const messages = await messagesOf(stack, page, payment)
      writeFileSync(join(folder, `sequence-${payment.name}.svg`), diagram(payment.title, inOrder(messages)))
      await page.close()
    }
  } finally {
    await Promise.all([browser.close(), stack.close()])
  }
}

/** The messages about one order, from the page's opening to the webhook. */
async function messagesOf(
  stack: Stack,
  page: Page,
  { name, query = {}, pay }: DrawnPayment,
): Promise<readonly Message[]> {
  const orderNumber = `A-${name}`
  const before = stack.journal.entries().length
  await page.goto(`${stack.addresses.shop}/?${new URLSearchParams({ orderNumber, locale: 'en', ...query })}`)
  await expectResult(page, 'ready')
  await pay(page)
  await expectResult(page, ['paid', 'held', 'declined', 'ready'])
  await untilQuiet(stack)
  return stack.journal.entries().slice(before).map(asCalledBack)
}

/** The gateway's callbacks reach the proxy, by the address that it has registered with the order. */
function asCalledBack(message: Message): Message {
  if (message.what !== 'callback') return message
  return message.to === 'shop' ? { ...message, to: 'proxy' } : { ...message, from: 'proxy' }
}

async function untilQuiet({ journal }: Stack): Promise<void> {
  for (let seen = -1; seen !== journal.entries().length;) {
    seen = journal.entries().length
    await new Promise((resolve) => setTimeout(resolve, QUIET))
  }
}
