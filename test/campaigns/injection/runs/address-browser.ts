import type { Page } from 'playwright'
import { isSafe } from '#proxy/config/origins.ts'
import { leadsTo } from '#proxy/tickets/ticket.ts'
import { addressesLike, programs } from '../addresses.ts'
import { nextEvent } from '../events.ts'
import { honest } from '../fields.ts'
import type { Seen } from './frame.ts'
import type { Report } from '../relay.ts'
import type { Fixture } from '../fixture.ts'
import { cardFrame } from '../watch.ts'

/** A gateway that sends the payer to one address at every step of 3-D Secure. */
function sending(address: string): Report {
  const method = {
    is3DSVer2: true,
    threeDSServerTransId: 'transaction',
    threeDSMethodURL: address,
    threeDSMethodURLServer: address,
    threeDSMethodDataPacked: 'e30=',
  }
  return async ({ what, fields }, work) => {
    if (what === 'getBindings.do') return { bindings: [honest] }
    if (what !== 'paymentOrderBinding.do') return await work()
    if (!fields.has('threeDSServerTransId')) return { errorCode: 0, redirect: address, ...method }
    return { errorCode: 0, redirect: address, acsUrl: address, packedCReq: 'e30=', termUrl: address, paReq: 'e30=' }
  }
}

/**
 * Pays on the shop's page while the gateway sends, at each step, an address that runs a script: nothing may run, no
 * other host may receive a request, and the page must stay. Chromium must also parse all hostile addresses as the proxy
 * does.
 */
export async function runAddressesInBrowser(fixture: Fixture, every: number): Promise<Seen> {
  const seen = await fixture.watched()
  const { shop } = fixture.stack.addresses
  const faults: string[] = await readOtherwise(seen.page)
  const tried = programs.filter((_, at) => at % every === 0)
  const home = `${shop}/?orderNumber=addresses`
  await seen.page.goto(home)
  for (const [at, address] of tried.entries()) {
    fixture.relay.report = sending(address)
    const ticket = await fixture.ticketFor({ orderNumber: `address-${at}` })
    await seen.page.evaluate(nextEvent, { events: ['tender-ready'], order: ticket })
    const frame = cardFrame(seen.page)
    await frame.locator('#cvc').fill('123')
    const end = seen.page.evaluate(nextEvent, { events: ['tender-error', 'tender-pending', 'tender-declined'] })
    await frame.evaluate(() => document.querySelector('form')!.requestSubmit())
    if ((await end) === 'nothing') faults.push(`${JSON.stringify(address)} was followed`)
    if (seen.page.url() !== home) faults.push(`${JSON.stringify(address)} led to ${seen.page.url()}`)
  }
  await seen.close()
  return { payloads: tried.length, fired: seen.fired, strayed: seen.strayed, faults }
}

/** Addresses that the proxy accepts, but that Chromium parses differently. */
async function readOtherwise(page: Page): Promise<string[]> {
  const taken = addressesLike('shop.example').filter(
    (one) => isSafe(one, true) || leadsTo(one, ['https://shop.example']),
  )
  const inBrowser = await page.evaluate((all) => all.map((one) => new URL(one).href), taken)
  return taken
    .filter((one, at) => new URL(one).href !== inBrowser[at])
    .map((one) => `${JSON.stringify(one)} is read otherwise`)
}
