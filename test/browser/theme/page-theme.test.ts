import { afterEach, describe, expect, test } from 'vitest'
import type { Appearance } from '#contract/appearance/appearance.ts'
import type { TenderCheckout } from '#element/element.ts'
import { ticket } from '../../unit/element/outcomes.ts'
import { prepared, proxy, ripe } from '../element/fixture.ts'

afterEach(() => {
  document.adoptedStyleSheets = []
  document.body.replaceChildren()
})

const checkout = `<fixture-checkout order="${ticket}" src="${proxy}" locale="en"></fixture-checkout>`

/** Shows a page with a checkout in the place of `{checkout}`, or of a theme. */
async function shown(css: string, html = '{checkout}', theme = 'auto') {
  const fixture = prepared()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
  document.body.innerHTML = html.replace('{checkout}', checkout.replace('>', ` theme="${theme}">`))
  const element = document.querySelector<TenderCheckout>('fixture-checkout')!
  await ripe(element)
  const box = element.shadowRoot!.querySelector<HTMLElement>('.box')!
  return { element, fixture, box, appearance: fixture.openings[0]!.appearance }
}

const standard: Partial<Appearance> = { accent: '#2f55d4', radius: 10, background: '#ffffff' }

describe('the accent is', () => {
  test.each<[what: string, css: string, accent: string, html?: string]>([
    [
      'that of the nearest button',
      '#a { background: #0d6efd }',
      '#0d6efd',
      '<p><button id="a">Go</button></p>{checkout}',
    ],
    [
      'that of a button in another notation',
      '#a { background: oklch(0.6 0.118 184.704) }',
      '#009689',
      '{checkout}<button id="a">',
    ],
    [
      'that of the part of the page with the checkout',
      'button { background: #aa0000 } main button { background: #6750a4 }',
      '#6750a4',
      '<button>A</button><main>{checkout}<button>B</button></main>',
    ],
    [
      'not that of a header',
      'button { background: #aa0000 }',
      '#2f55d4',
      '<header><button>A</button></header>{checkout}',
    ],
    [
      'that of the main button and not of another',
      '.btn { background: #6c757d } .btn-primary { background: #0d6efd }',
      '#0d6efd',
      '<a class="btn btn-primary">A</a><a class="btn">B</a>{checkout}',
    ],
    ['not that of a grey button', 'button { background: #e9ecef }', '#2f55d4', '{checkout}<button>A</button>'],
    [
      'not that of a hidden button',
      'button { background: #aa0000; display: none }',
      '#2f55d4',
      '{checkout}<button>A</button>',
    ],
    ['that of Bootstrap’s variable', ':root { --bs-primary: #0d6efd }', '#0d6efd'],
    ['that of WordPress’s variable', ':root { --wp--preset--color--primary: teal }', '#008080'],
    ['that of Material’s variable', ':root { --md-sys-color-primary: rgb(103 80 164) }', '#6750a4'],
    ['that of Tailwind’s variable', ':root { --color-primary: oklch(0.6 0.118 184.704) }', '#009689'],
    ['not a variable that is no colour', ':root { --color-primary: 13 110 253 }', '#2f55d4'],
    ['the variable before accent-color', ':root { --bs-primary: #0d6efd; accent-color: #aa0000 }', '#0d6efd'],
    ['accent-color', ':root { accent-color: #aa0000 }', '#aa0000'],
    [
      'the button before both',
      ':root { --bs-primary: #0d6efd; accent-color: #aa0000 } button { background: teal }',
      '#008080',
      '{checkout}<button>A',
    ],
    ['none that is too faint to be seen', ':root { accent-color: #ffee00 }', '#2f55d4'],
  ])('%s', async (_, css, accent, html = '{checkout}') => {
    expect((await shown(css, html)).appearance).toMatchObject({ accent })
  })

  test('the same when that button is pressed or disabled', async () => {
    const { element, fixture } = await shown(
      'button { background: #0d6efd } button:disabled { background: #555 }',
      '{checkout}<button>A</button>',
    )
    document.querySelector('button')!.disabled = true
    element.requestUpdate()
    await ripe(element)
    expect(fixture.restyled).toEqual([])
  })

  test('that of a button that comes later', async () => {
    const { element, fixture } = await shown('button { background: #0d6efd }')
    document.body.append(document.createElement('button'))
    document.querySelector('button')!.textContent = 'A'
    element.requestUpdate()
    await ripe(element)
    expect(fixture.restyled.at(-1)!.appearance).toMatchObject({ accent: '#0d6efd' })
  })
})

describe('the fields are', () => {
  const [mail, search] = ['<input id="mail">', '<input id="search" type="search">']

  test.each<[what: string, css: string, expected: object, html?: string]>([
    ['square, as those of the page', '#mail { border: 1px solid #333; border-radius: 0 }', { radius: 0 }],
    ['of its border', '#mail { border: 3px solid #000 }', { 'border-width': 3, border: '#000000' }],
    [
      'of its ground',
      'body { background: #f7f2fa } #mail { border: 1px solid; background: #e6e0e9 }',
      { field: '#e6e0e9' },
    ],
    [
      'of its translucent ground',
      'body { background: #fff } #mail { border: 1px solid; background: rgb(0 0 0 / .2) }',
      { field: '#cccccc' },
    ],
    ['of its height', '#mail { border: 1px solid; box-sizing: border-box; height: 64px }', { 'field-height': 64 }],
    [
      'underlined',
      '#mail { border: 0; border-bottom: 1px solid #333; background: none }',
      { fields: 'underlined', field: undefined },
    ],
    [
      'filled',
      '#mail { border: 0; border-bottom: 1px solid #333; background: #eee }',
      { fields: 'filled', field: '#eeeeee' },
    ],
    [
      'as wide of border as ever where a shadow is drawn',
      '#mail { border: 0; box-shadow: 0 0 0 1px }',
      { 'border-width': undefined, field: '#ffffff' },
    ],
    [
      'not those of a search',
      '#search { border: 1px solid; border-radius: 99px }',
      { radius: 10 },
      `${search}{checkout}`,
    ],
    [
      'those that are nearest',
      'input { border: 1px solid; border-radius: 99px } #mail { border-radius: 4px }',
      { radius: 4 },
      `<input>${mail}{checkout}<input>`,
    ],
    [
      'those of the part of the page with the checkout',
      'input { border: 1px solid; border-radius: 99px } #mail { border-radius: 4px }',
      { radius: 4 },
      `<input><main>{checkout}${mail}</main>`,
    ],
    ['the checkout’s own where the page has unstyled ones', '', { radius: 10, 'border-width': undefined }],
    [
      'the checkout’s own where the page hides them',
      '#mail { border-radius: 0; border: 0; display: none }',
      { radius: 10 },
    ],
  ])('%s', async (_, css, expected, html = `${mail}{checkout}`) => {
    const { appearance } = await shown(css, html)
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, appearance[name as 'radius']]))).toEqual(
      expected,
    )
  })

  test('and its buttons have corners of their own', async () => {
    const css = 'input { border: 1px solid; border-radius: 4px } button { border-radius: 20px; background: #6750a4 }'
    const { appearance } = await shown(css, `${mail}{checkout}<button>A</button>`)
    expect(appearance).toMatchObject({ radius: 4, 'button-radius': 20 })
  })

  test('without corners, borders and grounds where the theme is minimal', async () => {
    const css =
      'input { border: 4px solid; border-radius: 8px; background: #eee } button { border-radius: 20px; background: #6750a4 }'
    const { appearance } = await shown(css, `${mail}{checkout}<button>A</button>`, 'minimal')
    expect(appearance).toMatchObject({ accent: '#6750a4', radius: 0, fields: 'underlined' })
    for (const name of ['border-width', 'button-radius', 'field'] as const) expect(appearance[name]).toBeUndefined()
  })
})

describe('the font is', () => {
  test.each([
    ['Cardo, Georgia, "DejaVu Serif", serif', 'serif'],
    ['Didot, "Bodoni MT", serif', 'serif'],
    ['"Times New Roman", Times, serif', 'serif'],
    ['"Source Serif 4"', 'serif'],
    ['"JetBrains Mono", monospace', 'mono'],
    ['"Courier New", monospace', 'mono'],
    ['Nunito, sans-serif', 'rounded'],
    ['Roboto, "Helvetica Neue", sans-serif', undefined],
    ['Inter, ui-sans-serif, system-ui, sans-serif', undefined],
    ['"MS Sans Serif", sans-serif', undefined],
  ])('of %s the stack %s', async (family, font) => {
    expect((await shown(`body { font-family: ${family} }`)).appearance.font).toBe(font)
  })

  test('the system’s where the page sets none', async () => {
    expect((await shown('')).appearance.font).toBeUndefined()
  })
})

describe('the ground is', () => {
  const panel = '<main>{checkout}</main>'

  test.each([
    [
      'mixed of layers that let through',
      'body { background: #0f172a } main { background: rgb(255 255 255 / .92) }',
      { scheme: 'light', background: '#ecedee' },
    ],
    ['mixed over the browser’s own', 'main { background: rgb(0 0 0 / .8) }', { scheme: 'dark', background: '#333333' }],
    [
      'that of a colour in another notation',
      'body { background: oklab(0.2 0 0) }',
      { scheme: 'dark', background: '#161616' },
    ],
    [
      'the mean of a gradient, which shows through',
      'body { background: linear-gradient(#0f172a, #334155); color: #fff }',
      { scheme: 'dark', background: '#212c40', ground: 'none' },
    ],
    [
      'a gradient behind a panel that lets it through',
      'body { background: linear-gradient(#000, #202020) } main { background: rgb(255 255 255 / .8) }',
      { scheme: 'light', background: '#cfcfcf', ground: 'none' },
    ],
    [
      'no gradient behind a panel that covers it',
      'body { background: linear-gradient(#000, #222) } main { background: #fff }',
      { background: '#ffffff', ground: undefined },
    ],
    [
      'one colour where the page sets the token',
      'body { background: linear-gradient(#000, #222); --tender-background: #0f172a }',
      { background: '#0f172a', ground: undefined },
    ],
    [
      'dark behind light text on a picture',
      'body { background: url("data:image/png;base64,x"); color: #fff }',
      { scheme: 'dark', ground: undefined },
    ],
    [
      'light behind dark text on a picture',
      'body { background: url("data:image/png;base64,x"); color: #222 }',
      { scheme: 'light', background: '#ffffff' },
    ],
  ])('%s', async (_, css, expected) => {
    const { appearance } = await shown(css, panel)
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, appearance[name as 'background']]))).toEqual(
      expected,
    )
  })

  test('drawn by the form except over a gradient, and has a margin over a picture', async () => {
    const drawn = async (background: string) => {
      const { box } = await shown(`body { background: ${background}; color: #fff }`)
      return [getComputedStyle(box).backgroundColor, box.hasAttribute('data-flush')]
    }
    expect(await drawn('#101820')).toEqual(['rgb(16, 24, 32)', true])
    expect(await drawn('linear-gradient(#101820, #101820)')).toEqual(['rgba(0, 0, 0, 0)', true])
    expect(await drawn('url("data:image/png;base64,x")')).toEqual(['rgb(20, 22, 26)', false])
  })
})

test('text that lets its ground through is mixed with it', async () => {
  expect((await shown('body { color: rgb(0 0 0 / .87) }')).appearance).toMatchObject({ ...standard, text: '#212121' })
})

test('what of the page cannot be read is replaced without a word', async () => {
  const css = 'body { color: #bbb; background: #fff } input { border: 1px solid #eee; background: #777 }'
  const { appearance, fixture } = await shown(css, '<input>{checkout}')
  expect([appearance.text, appearance.border, appearance.field]).toEqual(['#171a21', undefined, undefined])
  expect(fixture.complaints).toEqual([])
})

test('a checkout that has left its page reads nothing there', async () => {
  const { element, fixture } = await shown('')
  element.remove()
  element.requestUpdate()
  await ripe(element)
  expect(fixture.complaints).toEqual([])
})
