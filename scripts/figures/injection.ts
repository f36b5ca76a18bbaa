import { runAddressesInBrowser } from '../../test/campaigns/injection/runs/address-browser.ts'
import { ENOUGH, runControl, type Control } from '../../test/campaigns/injection/control.ts'
import { textCount } from '../../test/campaigns/injection/fields.ts'
import { runThroughCheckout, type Seen } from '../../test/campaigns/injection/runs/frame.ts'
import { runGatewayAddresses } from '../../test/campaigns/injection/runs/gateway-address.ts'
import { runThemes } from '../../test/campaigns/injection/runs/theme.ts'
import { themes } from '../../test/campaigns/injection/themes.ts'
import { markup } from '../../test/campaigns/injection/markup.ts'
import { textPages } from '../../test/campaigns/injection/pages.ts'
import { runThroughPages } from '../../test/campaigns/injection/runs/pages.ts'
import { runReturnAddresses, type AddressRun } from '../../test/campaigns/injection/runs/return.ts'
import { openFixture } from '../../test/campaigns/injection/fixture.ts'
import build from '../../test/support/build.ts'
import type { Budget, Figure, Measure } from '../../test/support/figure.ts'

/** Tried: every `every`-th payload, every `onPages`-th on servers' pages; every `opens`-th of these pages is opened. */
const extents: Readonly<Record<Budget, { readonly every: number; readonly onPages: number; readonly opens: number }>> =
  {
    full: { every: 1, onPages: 2, opens: 8 },
    small: { every: 37, onPages: 103, opens: 2 },
  }

const some = <T>(all: readonly T[], every: number): T[] => all.filter((_, at) => at % every === 0)

/** Measures the effects of hostile texts, styles and addresses (threats 7, 8, 27 to 29). */
export const measure: Measure = async (budget, report) => {
  build()
  const { every, onPages: shown, opens } = extents[budget]
  report('addresses, at the proxy')
  const addresses = [await runReturnAddresses(every), await runGatewayAddresses(every)] as const
  const fixture = await openFixture()
  try {
    report('the control, without any defence')
    const control = await runControl(fixture, markup, themes)
    report('texts of the gateway, through the checkout')
    const inCheckout = await runThroughCheckout(fixture, some(markup, every))
    report('the same texts, through the pages of all servers')
    const onPages = await runThroughPages(fixture, some(markup, shown), opens)
    report('appearances')
    const applied = await runThemes(fixture, some(themes, every))
    report('addresses, in the browser')
    const led = await runAddressesInBrowser(fixture, every)
    const figures = [
      textFigure(inCheckout, onPages, control),
      styleFigure(applied, control),
      addressFigure(addresses, led),
    ]
    for (const { faults } of [...addresses, inCheckout, onPages, applied, led]) faults.forEach(report)
    return figures
  } finally {
    await fixture.close()
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

function styleFigure(applied: Seen, control: Control): Figure {
  return {
    name: 'appearance payloads that ask another host, or cover the sum or the button',
    target: '0 of 500',
    measured:
      `${applied.strayed.length + applied.fired.length} and ${applied.faults.length} of ${applied.payloads}, each by the frame’s ` +
      `protocol and as a style; as plain CSS they make ${control.strayed.themes} requests`,
    isMet: isClean(applied) && applied.payloads >= 500 && control.strayed.themes >= ENOUGH,
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
