import { priceOf } from './price.ts'

/** What the shop sells; prices in minor units of EUR. */
interface Product {
  readonly name: string
  readonly about: string
  readonly price: number
  /** Lines of a drawing in a box of 48 by 48. */
  readonly drawing: string
}

export const products: Readonly<Record<string, Product>> = {
  set: {
    name: 'Coffee set',
    about: 'A cup and a saucer, stoneware',
    price: 3490,
    drawing:
      '<path d="M11 17h22v12a9 9 0 0 1-9 9h-4a9 9 0 0 1-9-9z"/><path d="M33 20h3a5 5 0 0 1 0 10h-3.2M17 12c0-3 3-3 3-6M25 12c0-3 3-3 3-6M8 43h28"/>',
  },
  beans: {
    name: 'Beans, 500\u00a0g',
    about: 'Ethiopia, light roast',
    price: 1500,
    drawing:
      '<path d="M14 8h20l3 6v26a3 3 0 0 1-3 3H14a3 3 0 0 1-3-3V14zM11 14h26"/><ellipse cx="24" cy="28" rx="6" ry="8"/><path d="M24 20c-3 5 3 11 0 16"/>',
  },
  kettle: {
    name: 'Pour-over kettle',
    about: '0.9\u00a0l, brushed steel',
    price: 5900,
    drawing: '<path d="M14 20h17l4 22H10zM17 20c0-5 11-5 11 0M12 28C5 27 6 18 3 16M32 22c9-4 11 12 3 14M22.500 12v3"/>',
  },
}

export const deliveries: Readonly<Record<string, { readonly name: string; readonly price: number }>> = {
  pickup: { name: 'Collect in the shop', price: 0 },
  post: { name: 'By post, 3 days', price: 490 },
  courier: { name: 'By courier, tomorrow', price: 990 },
}

export interface BasketLine {
  readonly product: Product
  readonly count: number
}

const MAX_COUNT = 99

/** The lines of a basket that is written as `set-1.beans-2`; what the shop does not sell is left out. */
export const basketLines = (items: string): readonly BasketLine[] =>
  items.split('.').flatMap((item) => {
    const [name = '', count = ''] = item.split('-')
    const product = Object.hasOwn(products, name) ? products[name] : undefined
    return product && /^[1-9]\d?$/.test(count) ? [{ product, count: Math.min(Number(count), MAX_COUNT) }] : []
  })

/** The price of a basket with its delivery, by the shop's own list: a page never says what is paid. */
export const basketSum = (items: string, delivery: string): number =>
  basketLines(items).reduce((sum, { product, count }) => sum + product.price * count, deliveryOf(delivery).price)

export const deliveryOf = (name: string): { readonly name: string; readonly price: number } =>
  Object.hasOwn(deliveries, name) ? deliveries[name]! : deliveries['pickup']!

/** How many of a product the form of the first page takes; what is no count takes none. */
export function countIn(form: URLSearchParams, name: string): number {
  const count = form.get(name) ?? ''
  return /^[1-9]\d?$/.test(count) ? Number(count) : 0
}

/** The query of the checkout for what the form of the first page sends. */
export function checkoutQuery(form: URLSearchParams): URLSearchParams {
  const items = Object.keys(products).flatMap((name) => {
    const count = countIn(form, name)
    return count ? [`${name}-${count}`] : []
  })
  const delivery = form.get('delivery') ?? ''
  return new URLSearchParams({
    items: items.join('.') || 'set-1',
    ...(Object.hasOwn(deliveries, delivery) && { delivery }),
  })
}

/** The sum of a basket's line; nothing where none is taken. */
export const lineSum = ({ price }: Product, count: number): string => (count ? euros(price * count) : '')

/** The sums that the first page shows beside its form: of each product by its name, and of all with the delivery. */
export function sumsOf(form: URLSearchParams): Readonly<Record<string, string>> {
  const query = checkoutQuery(form)
  return {
    ...Object.fromEntries(Object.entries(products).map(([name, of]) => [name, lineSum(of, countIn(form, name))])),
    total: `· ${euros(basketSum(query.get('items')!, query.get('delivery') ?? ''))}`,
  }
}

export const euros = (amount: number, locale?: string): string => priceOf(amount, '978', locale)

export const drawingOf = ({ drawing }: Product): string =>
  `<svg viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${drawing}</svg>`
