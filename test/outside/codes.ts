import type { Report } from './report.ts'

const flow = 'test/unit/element/methods/code-flow.test.ts'
const screen = 'test/browser/wallets/code.test.ts'
const payment = 'test/unit/proxy/payments/by-code.test.ts'
const guide = 'docs/payment-methods.md'

/** Reports about QR codes that are paid, and about apps of banks that a page leads to. */
export const codes: readonly Report[] = [
  {
    source: 'rosskhanas/react-qr-code#178',
    kind: 'a browser that darkens pages by itself leaves a white square of a QR code',
    decision: 'holds',
    file: screen,
    words: 'is read back in a browser %s',
  },
  {
    source: 'brave/brave-browser#21635',
    kind: 'a browser inverts what is drawn as SVG',
    decision: 'holds',
    file: screen,
    words: 'that darkens pages by itself',
  },
  {
    source: 'shoelace-style/webawesome#1866',
    kind: 'a QR code without a quiet zone is not found on a dark page',
    decision: 'holds',
    file: screen,
    words: 'is read back from the screen in a %s theme, with its quiet zone',
  },
  {
    source: 'electric-sql/electric#2435',
    kind: 'a request of a page that was behind an app never ends, and the page waits for it',
    decision: 'fixed',
    file: flow,
    words: 'a read that was under way while the shopper was away may never be answered, and is made anew',
  },
  {
    source: 'PayButton/paybutton#617',
    kind: 'a page that comes back from the app that has paid does not learn of it',
    decision: 'holds',
    file: flow,
    words: 'seldom on a hidden page, and at once when the shopper is back',
  },
  {
    source: 'Adyen/adyen-ios#692',
    kind: 'a poll that fails ends a payment that succeeds',
    decision: 'holds',
    file: flow,
    words: 'a read that fails is repeated, and changes nothing',
  },
  {
    source: 'szvone/vmqphp#19',
    kind: 'the clock of the device decides how long a code is valid',
    decision: 'holds',
    file: flow,
    words: 'a clock of the machine that is set meanwhile decides nothing for long',
  },
  {
    source: 'komoju/komoju-woocommerce#121',
    kind: 'an order whose code may still be paid is paid by another way, too',
    decision: 'holds',
    file: payment,
    words: 'keeps every other way to pay from the order, and the merchant learns that it is pending',
  },
  {
    source: 'vippsas/vipps-ecom-api#181',
    kind: 'an app still pays the order of a former basket, which cannot be cancelled',
    decision: 'fixed',
    file: payment,
    words: 'the basket changes, and the app has the code of the former one',
  },
  {
    source: 'mollie/WooCommerce#1260',
    kind: 'who chooses another way while the former payment cannot be cancelled is led back to it',
    decision: 'holds',
    file: payment,
    words: 'is not possible once a bank has accepted the payment',
  },
  {
    source: 'btcpayserver/btcpayserver#1332',
    kind: 'what is too long for a QR code leaves a white square in its place',
    decision: 'fixed',
    file: payment,
    words: 'is shown that holds more than a QR code can, which the log says',
  },
  {
    source: 'shapeshift/web#10317',
    kind: 'pages that wait for a payment ask a party that limits requests, each for itself',
    decision: 'fixed',
    file: payment,
    words: 'that do not want a code cost two questions, one reject and few reads in two seconds',
  },
  {
    source: 'apache/cordova-plugin-inappbrowser#417',
    kind: 'the web view of an app drops a link to another tab',
    decision: 'limit',
    file: guide,
    words: 'The web view of an app opens no other tab by itself',
  },
  {
    source: 'Altinn/app-frontend-react#1216',
    kind: 'a page in a sandboxed iframe opens no link in another tab',
    decision: 'limit',
    file: guide,
    words: 'needs `allow-popups allow-popups-to-escape-sandbox` for it',
  },
]
