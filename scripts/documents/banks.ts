import { banks } from '#gateway-client/profiles/banks.ts'
import type { GatewayProfile } from '#gateway-client/profiles/profile.ts'

/** What of a bank is in no profile: its addresses, what it wants before a shop goes live, and where that was read. */
interface BankFacts {
  readonly addresses: string
  readonly goingLive: string
  readonly source: string
}

const address = (...hosts: readonly string[]): string => hosts.map((host) => `\`${host}\``).join(', ')

const facts: Readonly<Record<keyof typeof banks, BankFacts>> = {
  satim: {
    addresses: `${address('satim.dz/payment')}; certification ${address('test2.satim.dz/payment')}, then ${address('test.satim.dz/payment')}`,
    goingLive:
      'SATIM certifies the shop: order id, approval code, its sentence, date, amount, 3020, print and e-mail on the receipt; at least 50 DA',
    source: 'a mirror of its console (`bakissation/satim`), public clients',
  },
  jcc: {
    addresses: `${address('gateway.jcc.com.cy/payment')}; ${address('gateway-test.jcc.com.cy/payment')}`,
    goingLive: 'permission for cards in the page; the login ends in `-api`',
    source: '`gateway.jcc.com.cy/developer`, public clients',
  },
  'bt-ipay': {
    addresses: `${address('ecclients.btrl.ro/payment')}; ${address('ecclients-sandbox.btrl.ro/payment')}`,
    goingLive: 'the bank approves after test orders',
    source: 'iPay API of March 2024, public clients',
  },
  arca: {
    addresses: `${address('ipay.arca.am/payment')}; ${address('ipaytest.arca.am:8445/payment')}`,
    goingLive: 'first passwords changed in the office; IDBank wants the return addresses',
    source: 'public clients',
  },
  clictopay: {
    addresses: `${address('ipay.clictopay.com/payment')}; ${address('test.clictopay.com/payment')}`,
    goingLive: 'ask the bank',
    source: 'public clients',
  },
  bomapay: {
    addresses: `${address('api.bomapay.com/payment')}; ${address('dev.bpcbt.com/payment')}`,
    goingLive: 'permission for cards in the page',
    source: 'a public client in Java',
  },
  khan: {
    addresses: address('epg.khanbank.com/payment', 'epp.khanbank.com/payment'),
    goingLive: 'ask the bank',
    source: 'public clients, `@mongolian-payment/khanbank` among them',
  },
  vbrr: { addresses: 'in the contract', goingLive: 'ask the bank', source: 'public clients' },
  mts: {
    addresses: `${address('oplata.mtsbank.ru/payment')}; ${address('mts.rbsuat.com/payment', 'web.rbsuat.com/mtsbank')}`,
    goingLive: 'permission for cards in the page',
    source: 'the documents of MTS Pay, public clients',
  },
  yookassa: {
    addresses: address('3dsec-payments.yookassa.ru/payment'),
    goingLive: 'for shops that Sber moved there',
    source: '`voronkovich/sberbank-acquiring-client` #31, public clients',
  },
  'sber-ecomm': {
    addresses: `${address('ecommerce.sberbank.ru', 'epay.sberbank.ru')}; ${address('ecomtest.sberbank.ru')}`,
    goingLive: 'the former gateway (`securepayments`, `3dsec`) takes no new shops',
    source: '`voronkovich/sberbank-acquiring-client` #29, `maxlevashov/sberbank-openapi-client`, public clients',
  },
  alfa: {
    addresses: `${address('payment.alfabank.ru/payment')}; ${address('alfa.rbsuat.com/payment')}`,
    goingLive:
      'test account in one to three days; holds and stored cards on request; `tii=U`, no AUTO_PAYMENT, since April 2024',
    source: '`wiki.taxomet.ru`, public clients',
  },
}

/** What a shop has to do or set, as the profile's members say it. */
const wants: readonly (readonly [holds: (profile: GatewayProfile) => unknown, what: string])[] = [
  [({ orderNumberLength }) => orderNumberLength < 36, 'short order numbers (with room for `-2`)'],
  [({ neededParams }) => neededParams, '`TENDER_GATEWAY_PARAMS=force_terminal_id:…`'],
  [({ needsBasket }) => needsBasket, '`orderBundle` in each ticket'],
  [({ oldStatus, lacksOrderId }) => oldStatus ?? lacksOrderId, '`TENDER_REDIS_URL`, since orders are read by orderId'],
]

/** What the profile does by itself. */
const does: typeof wants = [
  [({ acknowledges }) => acknowledges, 'acknowledges each payment'],
  [({ languages }) => languages, 'names a language of the bank'],
  [({ basic }) => basic, 'login in the header'],
  [({ json }) => json, 'JSON'],
  [({ params }) => params['FORCE_3DS2'], '`FORCE_3DS2`'],
  [({ currencyAliases }) => Object.keys(currencyAliases).length, '810 for 643'],
]

const listed = (rows: typeof wants, profile: GatewayProfile): string =>
  rows.flatMap(([holds, what]) => (holds(profile) ? [what] : [])).join('; ')

/** The table of banks: does it work with mine? */
export const bankTable = (): string =>
  `| Bank | \`TENDER_GATEWAY_PROFILE\` | Cards | Set or sign too | The profile does | Production; test stand | Before going live | Read, not tried (2026-11-28) |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n${Object.entries<GatewayProfile>(
    banks,
  )
    .map(([name, profile]) => {
      const { addresses, goingLive, source } = facts[name as keyof typeof banks]
      const cards = profile.cardsInPage ? "in your page, or on the bank's page" : "on the bank's page"
      return `| ${profile.summary} | \`${name}\` | ${cards} | ${listed(wants, profile)} | ${listed(does, profile)} | ${addresses} | ${goingLive} | ${source} |`
    })
    .join('\n')}`
