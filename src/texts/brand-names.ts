/** Names of the brands that are written the same everywhere; the gateway's text for any other is not shown. */
export const brandNames: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['maestro', 'Maestro'],
  ['mir', 'Mir'],
  ['american-express', 'American Express'],
  ['unionpay', 'UnionPay'],
  ['jcb', 'JCB'],
  ['discover', 'Discover'],
  ['diners-club', 'Diners Club'],
  ['humo', 'Humo'],
  ['uzcard', 'UzCard'],
])
