/** Where the gateway answers besides the operations of its table: pages that browsers come to. */
export const paths = {
  /** The access server posts `cres` here, through the browser. */
  challengeEnd: '/3ds-server/challenge-end',
  /** The method page posts here when the merchant named no address of its own. */
  methodEnd: '/3ds-server/method-end',
  /** What the family calls threeDSMethodURLServer. */
  gather: '/3ds-server/gather',
  /** What the family calls threeDSMethodURLServerDirect. */
  directMethod: '/payment/3dsmethod.do',
  /** termUrl of 3-D Secure 1 (family). */
  finish3ds: '/payment/rest/finish3ds.do',
  /** formUrl, of every language. */
  form: '/payment/merchants/sandbox/:page',
} as const
