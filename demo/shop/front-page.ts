import { escapeHtml } from '#contract/wire/escape-html.ts'
import { banner, documentOf } from '../markup.ts'
import { deliveries, drawingOf, euros, products } from './catalogue.ts'

const inBasket: Readonly<Record<string, number>> = { set: 1, beans: 1 }

const productRow = ([name, product]: (typeof entries)[number]): string => `
<li class="item">
  ${drawingOf(product)}
  <div><b>${product.name}</b><br><span class="dim">${product.about}</span></div>
  <span class="price">${euros(product.price)}</span>
  <label class="count"><span class="hidden">${product.name}, how many</span>
    <input type="number" name="${name}" min="0" max="99" value="${inBasket[name] ?? 0}" inputmode="numeric"></label>
</li>`

const entries = Object.entries(products)

const deliveryChoice = (): string =>
  Object.entries(deliveries)
    .map(
      ([name, { name: text, price }], at) =>
        `<label class="box"><input type="radio" name="delivery" value="${name}"${at === 1 ? ' checked' : ''}>${escapeHtml(text)}<span class="price">${price ? euros(price) : 'free'}</span></label>`,
    )
    .join('')

/** The first page: the basket, and how it is delivered. */
export const frontPage = (console: string): string =>
  documentOf({
    title: 'Kettle & Cup',
    body: `${banner({ about: 'Demo shop', here: '/', console })}
<main class="front"><form class="basket" action="/basket" method="get">
  <h1>Your basket</h1>
  <ul class="plain">${entries.map(productRow).join('')}</ul>
  <fieldset class="choices"><legend>Delivery</legend>${deliveryChoice()}</fieldset>
  <button class="primary">Go to the checkout</button>
</form></main>`,
  })

/** The query of the checkout for what the form of the first page sends. */
export function checkoutQuery(form: URLSearchParams): URLSearchParams {
  const items = Object.keys(products).flatMap((name) => {
    const count = form.get(name) ?? ''
    return /^[1-9]\d?$/.test(count) ? [`${name}-${count}`] : []
  })
  const delivery = form.get('delivery') ?? ''
  return new URLSearchParams({
    items: items.join('.') || 'set-1',
    ...(Object.hasOwn(deliveries, delivery) && { delivery }),
  })
}
