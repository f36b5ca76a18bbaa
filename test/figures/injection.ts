import { runAddressesInBrowser } from '../campaigns/injection/runs/address-browser.ts'
import { ENOUGH, runControl, type Control } from '../campaigns/injection/control.ts'
import { textCount } from '../campaigns/injection/fields.ts'
import { runThroughCheckout, type Seen } from '../campaigns/injection/runs/frame.ts'
import { runGatewayAddresses } from '../campaigns/injection/runs/gateway-address.ts'
import { runLooks } from '../campaigns/injection/runs/look.ts'
import { looks } from '../campaigns/injection/looks.ts'
import { markup } from '../campaigns/injection/markup.ts'
import { textPages } from '../campaigns/injection/pages.ts'
import { runThroughPages } from '../campaigns/injection/runs/pages.ts'
import { runReturnAddresses, type AddressRun } from '../campaigns/injection/runs/return.ts'
import { openStage } from '../campaigns/injection/stage.ts'
import build from '../support/build.ts'
import type { Budget, Figure, Measure } from './figure.ts'

/** Every how many-th payload is tried, and on the servers' pages; of those pages, every how many-th is opened. */
const pace: Readonly<Record<Budget, { readonly every: number; readonly onPages: number; readonly opens: number }>> = {
  full: { every: 1, onPages: 2, opens: 8 },
  small: { every: 37, onPages: 103, opens: 2 },
}

const some = <T>(all: readonly T[], every: number): T[] => all.filter((_, at) => at % every === 0)

/** Measures what comes of hostile texts, looks and addresses (threats 7, 8, 27 to 29). */
export const measure: Measure = async (budget, tell) => {
  build()
  const { every, onPages: shown, opens } = pace[budget]
  tell('addresses, at the proxy')
  const addresses = [await runReturnAddresses(every), await runGatewayAddresses(every)] as const
  const stage = await openStage()
  try {
    tell('the control, without any defence')
    const control = await runControl(stage, markup, looks)
    tell('texts of the gateway, through the checkout')
    const inCheckout = await runThroughCheckout(stage, some(markup, every))
    tell('the same texts, through the pages of all servers')
    const onPages = await runThroughPages(stage, some(markup, shown), opens)
    tell('appearances')
    const worn = await runLooks(stage, some(looks, every))
    tell('addresses, in the browser')
    const led = await runAddressesInBrowser(stage, every)
    const figures = [textFigure(inCheckout, onPages, control), lookFigure(worn, control), addressFigure(addresses, led)]
    for (const { faults } of [...addresses, inCheckout, onPages, worn, led]) faults.forEach(tell)
    return figures
  } finally {
    await stage.close()
  }
}

const isClean = ({ fired, strayed, faults }: Seen): boolean => !fired.length && !strayed.length && !faults.length
const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)
const number = (count: number): string => count.toLocaleString('en')

function textFigure(inCheckout: Seen, onPages: Seen, control: Control): Figure {
  const tried = inCheckout.payloads * textCount + onPages.payloads * textPages.length
  const both = [inCheckout, onPages]
  const ran = sum(both.map(({ fired, strayed }) => fired.length + strayed.length))
  const made = sum(both.map(({ faults }) => faults.length))
  return {
    name: 'markup payloads × texts of the gateway that run, ask another host, or become elements',
    target: '0 of 1,800 (150 × 12)',
    measured:
      `${ran + made} of ${number(tried)} (${inCheckout.payloads} × ${textCount} texts in the checkout, ` +
      `${onPages.payloads} × ${textPages.length} on servers’ pages); by innerHTML ${control.fired} run`,
    isMet: both.every(isClean) && inCheckout.payloads >= 150 && textCount >= 12 && control.fired >= ENOUGH,
  }
}

function lookFigure(worn: Seen, control: Control): Figure {
  return {
    name: 'appearance payloads that ask another host, or cover the sum or the button',
    target: '0 of 500',
    measured:
      `${worn.strayed.length + worn.fired.length} and ${worn.faults.length} of ${worn.payloads}, each by the frame’s ` +
      `protocol and as a style; as plain CSS they make ${control.strayed.looks} requests`,
    isMet: isClean(worn) && worn.payloads >= 500 && control.strayed.looks >= ENOUGH,
  }
}

function addressFigure([returns, gateway]: readonly [AddressRun, AddressRun], led: Seen): Figure {
  const strayed = returns.faults.length + gateway.faults.length + led.strayed.length + led.faults.length
  return {
    name: 'hostile addresses that leave the list, or run',
    target: '0 of 300 of the merchant’s and 360 of the gateway’s',
    measured:
      `${strayed} leave, ${led.fired.length} run, of ${number(returns.tried)} and ${number(gateway.tried)}, ` +
      `${led.payloads} of them in Chromium`,
    isMet: strayed + led.fired.length === 0 && returns.tried >= 300 && gateway.tried >= 360,
  }
}
