/** Paths of the gateway's pages for browsers, which are not in its operation table. */
export const paths = {
  /** The access server posts `cres` here, through the browser. */
  challengeEnd: '/3ds-server/challenge-end',
  /** The method page posts here when the merchant named no address of its own. */
  methodEnd: '/3ds-server/method-end',
  /** threeDSMethodURLServer (family). */
  gather: '/3ds-server/gather',
  /** threeDSMethodURLServerDirect (family). */
  directMethod: '/payment/3dsmethod.do',
  /** termUrl of 3-D Secure 1 (family). */
  finish3ds: '/payment/rest/finish3ds.do',
  /** formUrl, in every language. */
  form: '/payment/merchants/sandbox/:page',
} as const
