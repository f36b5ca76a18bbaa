import { escapeHtml } from '#contract/wire/escape-html.ts'
import { SHOP_NAME } from '../addresses.ts'
import { banner, documentOf } from '../markup.ts'
import { countIn, deliveries, drawingOf, euros, products, sumsOf } from './catalogue.ts'

/** What the form has at first. */
const atFirst = new URLSearchParams({ set: '1', beans: '1', delivery: 'post' })
const sums = sumsOf(atFirst)

const productRow = ([name, product]: (typeof entries)[number]): string => `
<li class="item">
  ${drawingOf(product)}
  <div><b>${product.name}</b><br><span class="dim">${product.about}<br>${euros(product.price)}</span></div>
  <label class="count"><span class="hidden">${product.name}, how many</span>
    <input type="number" name="${name}" min="0" max="99" value="${countIn(atFirst, name)}" inputmode="numeric"></label>
  <output class="price line" data-sum="${name}">${sums[name]}</output>
</li>`

const entries = Object.entries(products)

const deliveryChoice = (): string =>
  Object.entries(deliveries)
    .map(
      ([name, { name: text, price }]) =>
        `<label class="box"><input type="radio" name="delivery" value="${name}"${name === atFirst.get('delivery') ? ' checked' : ''}>${escapeHtml(text)}<span class="price">${price ? euros(price) : 'free'}</span></label>`,
    )
    .join('')

/** What a shop promises below its basket. */
const promises = [
  ['Roasted on Tuesdays', 'Beans leave us within two days of roasting, in bags that keep their smell.'],
  ['Thirty days to change your mind', 'Send a kettle or a set back in its box, and we return what you paid.'],
  ['A cup that lasts', 'Stoneware from a pottery of four people. A chipped one we replace once.'],
] as const

/** The first page: the basket, and how it is delivered. */
export const frontPage = (console: string): string =>
  documentOf({
    title: SHOP_NAME,
    head: '<script src="/basket.js" type="module"></script>',
    body: `${banner({ about: 'Demo shop', here: '/', console })}
<main class="front"><form class="basket" action="/basket" method="get">
  <h1>Your basket</h1>
  <ul class="plain">${entries.map(productRow).join('')}</ul>
  <fieldset class="choices"><legend>Delivery</legend>${deliveryChoice()}</fieldset>
  <button class="primary">Go to the checkout <span data-sum="total">${sums['total']}</span></button>
</form>
<section class="promises" aria-label="What we promise">${promises.map(([title, text]) => `<div><h2>${title}</h2><p class="dim">${text}</p></div>`).join('')}</section></main>`,
  })
