import type { PageMethod } from './code-method.ts'

/** The gateway's own page of the order (online gateway 4.1, formUrl): once the order is declined, nobody can pay there. */
export const bankPage: PageMethod = {
  op: 'register.do',
  isPage: true,
  offer: () => ({}),
  takeBack: (gateway, { orderId }) => gateway.decline({ orderId }),
}
