import { afterEach, describe, expect, test } from 'vitest'
import { outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { mounted, ripe } from './fixture.ts'

const root = document.documentElement

afterEach(() => {
  document.body.replaceChildren()
  root.removeAttribute('style')
  root.removeAttribute('lang')
})

const box = (shadow: ShadowRoot) => shadow.querySelector<HTMLElement>('.box')!

/** Waits for three frames, so that transitions start and their events fire. */
const drawn = async (): Promise<void> => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
}

describe('the language', () => {
  const russian = ticketOf({ orderNumber: 'A-1001', amount: 129_900, currency: '643', language: 'ru' })

  test.each([
    ['the attribute', { locale: 'ar', order: russian }, 'ru', 'ar', 'rtl'],
    ['the ticket', { locale: '', order: russian }, 'ar', 'ru', 'ltr'],
    ['the page', { locale: '' }, 'ar', 'ar', 'rtl'],
    ['an attribute without a locale, so the page', { locale: 'tlh' }, 'ru', 'ru', 'ltr'],
  ])('is that of %s', async (_, attributes, page, locale, direction) => {
    root.lang = page
    const { shadow, fixture } = await mounted(attributes)
    expect([box(shadow).lang, box(shadow).dir, fixture.openings[0]!.locale]).toEqual([locale, direction, locale])
  })

  test('changes live, without touching the frame', async () => {
    const { element, shadow, fixture } = await mounted()
    const frame = shadow.querySelector('iframe')!
    element.locale = 'ar'
    await ripe(element)
    expect(box(shadow).dir).toBe('rtl')
    expect(frame.title).toBe('بيانات البطاقة')
    expect(shadow.querySelector('iframe')).toBe(frame)
    expect(fixture.restyled.at(-1)).toMatchObject({ locale: 'ar' })
    expect(fixture.openings).toHaveLength(1)
  })

  test('changes on a screen too', async () => {
    const { element, shadow } = await mounted({}, (made) => (made.onOpen = outcomes.paid))
    const spoken = () => shadow.querySelector('.screen')!.textContent.replaceAll(/\s/g, ' ')
    expect(spoken()).toContain('You paid RUB 1,299.00.')
    element.locale = 'ru'
    await ripe(element)
    expect(spoken()).toContain('Оплата прошла')
    expect(spoken()).toContain('1 299,00 ₽')
  })
})

describe('the scheme', () => {
  test.each([
    ['auto', '', 'light'],
    ['auto', 'light', 'light'],
    ['auto', 'dark', 'dark'],
    ['light', 'dark', 'light'],
    ['dark', '', 'dark'],
  ])('theme="%s" on a page of color-scheme %j is %s', async (theme, colorScheme, scheme) => {
    root.style.colorScheme = colorScheme
    const { shadow, fixture } = await mounted({ theme })
    expect(box(shadow).dataset['scheme']).toBe(scheme)
    expect(getComputedStyle(box(shadow)).colorScheme).toBe(scheme)
    expect(fixture.openings[0]!.appearance.scheme).toBe(scheme)
  })

  test('follows the page live', async () => {
    const { element, shadow, fixture } = await mounted()
    await drawn()
    root.style.colorScheme = 'dark'
    await drawn()
    await ripe(element)
    expect(box(shadow).dataset['scheme']).toBe('dark')
    expect(fixture.restyled.at(-1)!.appearance.scheme).toBe('dark')
  })
})

describe('the page', () => {
  const styled = (rules: string) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }
  afterEach(() => (document.adoptedStyleSheets = []))

  const dark = { scheme: 'dark', background: '#101820', text: '#e8e8f0', accent: '#ff8a3d', font: 'serif', radius: 6 }
  const rules = `body { background: #101820; color: #e8e8f0; accent-color: #ff8a3d; font-family: Georgia, serif }
    input { border-radius: 6px }`

  test('gives theme="auto" its colours, font and corners, without a word about its scheme', async () => {
    styled(rules)
    document.body.append(document.createElement('input'))
    const { fixture, shadow } = await mounted()
    expect(fixture.openings[0]!.appearance).toMatchObject(dark)
    expect(getComputedStyle(box(shadow)).backgroundColor).toBe('rgb(16, 24, 32)')
    expect(getComputedStyle(box(shadow)).fontFamily).toContain('Georgia')
  })

  test.each([
    ['auto', 'dark', true],
    ['auto', 'light', false],
    ['dark', 'dark', false],
  ])(
    'without a background of its own shows that of the browser: theme="%s" in the %s',
    async (theme, scheme, shows) => {
      styled(`html { color-scheme: ${scheme} } body * { all: unset }`)
      const canvas = document.createElement('p')
      canvas.style.setProperty('background-color', 'Canvas')
      document.body.append(canvas)
      const { shadow, fixture } = await mounted({ theme })
      const { backgroundColor } = getComputedStyle(box(shadow))
      expect(backgroundColor === getComputedStyle(canvas).backgroundColor).toBe(shows || scheme === 'light')
      expect(box(shadow).hasAttribute('data-flush')).toBe(shows || scheme === 'light')
      expect(fixture.openings[0]!.appearance.scheme).toBe(scheme)
    },
  )

  test('gives it to no other theme', async () => {
    styled(rules)
    const { fixture } = await mounted({ theme: 'light' })
    expect(fixture.openings[0]!.appearance).toMatchObject({ scheme: 'light', background: '#ffffff', accent: '#2f55d4' })
  })

  test('is followed live', async () => {
    const { element, fixture } = await mounted()
    await drawn()
    styled(rules)
    await drawn()
    await ripe(element)
    expect(fixture.restyled.at(-1)!.appearance).toMatchObject({ scheme: 'dark', text: '#e8e8f0', accent: '#ff8a3d' })
  })

  test('is covered by its tokens', async () => {
    styled(`${rules} body { --tender-accent: #00aa55 }`)
    const { fixture } = await mounted()
    expect(fixture.openings[0]!.appearance).toMatchObject({ accent: '#00aa55', background: '#101820' })
  })
})

describe('a preset', () => {
  test.each([
    ['minimal', { fields: 'underlined', label: 'floating', radius: 0 }],
    ['soft', { fields: 'filled', label: 'floating', radius: 16, box: 'raised' }],
    ['contrast', { text: '#000000', background: '#ffffff', 'border-width': 2, motion: 'none' }],
  ])('theme="%s" sets its tokens, inside the frame and around it', async (theme, set) => {
    const { fixture, shadow } = await mounted({ theme })
    expect(fixture.openings[0]!.appearance).toMatchObject(set)
    if ('radius' in set) expect(getComputedStyle(box(shadow)).borderTopLeftRadius).toBe(`${set.radius}px`)
  })

  test('comes after the tokens of the page, and changes live', async () => {
    root.style.setProperty('--tender-radius', '3px')
    const { element, fixture } = await mounted({ theme: 'soft' })
    expect(fixture.openings[0]!.appearance).toMatchObject({ radius: 3, fields: 'filled' })
    element.theme = 'minimal'
    await ripe(element)
    expect(fixture.restyled.at(-1)!.appearance).toMatchObject({ radius: 3, fields: 'underlined' })
  })

  test('is auto again without its attribute', async () => {
    const { element, fixture } = await mounted({ theme: 'soft' })
    element.removeAttribute('theme')
    await ripe(element)
    expect(element.theme).toBe('auto')
    expect(fixture.restyled.at(-1)!.appearance.fields).toBeUndefined()
  })
})

describe('the tokens', () => {
  test('are the panel’s own where the shop sets none, so that the frame looks the same', async () => {
    const { fixture } = await mounted()
    expect(fixture.openings[0]!.appearance).toEqual({
      scheme: 'light',
      accent: '#2f55d4',
      background: '#ffffff',
      text: '#171a21',
      danger: '#b3261e',
      success: '#0b7a4b',
      radius: 10,
    })
  })

  test.each([
    ['accent', 'rebeccapurple', '#663399'],
    ['accent', 'oklch(0.6 0.2 25)', expect.stringMatching(/^#[0-9a-f]{6}$/)],
    ['background', 'rgb(10 20 30)', '#0a141e'],
    ['text', 'hsl(0 100% 30%)', '#990000'],
    ['radius', '0.5rem', 8],
    ['radius', '400px', 24],
    ['radius', '0', 0],
    ['gap', 'calc(1rem + 4px)', 20],
    ['field-height', '10px', 44],
    ['font', 'mono', 'mono'],
    ['label', ' floating ', 'floating'],
  ])('--tender-%s: %s crosses as %j', async (token, value, crossed) => {
    root.style.setProperty(`--tender-${token}`, value)
    const { fixture } = await mounted()
    expect(fixture.openings[0]!.appearance).toMatchObject({ [token]: crossed })
  })

  test.each(['url(https://evil.example/x)', 'red; background: blue', 'transparent', 'nonsense'])(
    'a colour such as %j does not cross',
    async (value) => {
      root.style.setProperty('--tender-accent', value)
      const { fixture } = await mounted()
      expect(fixture.openings[0]!.appearance.accent ?? '#2f55d4').toBe('#2f55d4')
    },
  )

  test('cross again when the page changes them, whatever its way', async () => {
    const { element, fixture } = await mounted()
    await drawn()
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('body { --tender-accent: #008060 }')
    document.adoptedStyleSheets = [sheet]
    await drawn()
    await ripe(element)
    document.adoptedStyleSheets = []
    expect(fixture.restyled.at(-1)!.appearance.accent).toBe('#008060')
  })

  test('that are no colour are reported in the console, when set later too', async () => {
    const { element, fixture } = await mounted()
    await drawn()
    for (const value of ['nonsense', '#000000 url(https://evil.example/x)']) {
      element.style.setProperty('--tender-text', value)
      await expect.poll(() => fixture.complaints).toEqual([expect.stringContaining('"--tender-text" must be')])
      element.style.removeProperty('--tender-text')
      await drawn()
      fixture.complaints.length = 0
    }
  })

  test('that cannot be read are replaced, and reported once', async () => {
    root.style.setProperty('--tender-text', '#cccccc')
    const { element, fixture } = await mounted({ theme: 'light' })
    expect(fixture.openings[0]!.appearance.text).toBe('#171a21')
    element.requestUpdate()
    await ripe(element)
    expect(fixture.complaints).toEqual([
      expect.stringContaining('"--tender-text" has a contrast of 1.6 with "--tender-background", and needs 4.5'),
    ])
  })

  test('that are no word or length of theirs are reported with what they may be', async () => {
    root.style.setProperty('--tender-font', 'Comic Sans')
    const { fixture } = await mounted()
    expect(fixture.complaints).toEqual([
      expect.stringContaining('"--tender-font" must be one of system, serif, mono, rounded.'),
    ])
  })

  test('do not cross again when nothing changed', async () => {
    const { element, fixture } = await mounted()
    await drawn()
    element.requestUpdate()
    await ripe(element)
    expect(fixture.restyled).toEqual([])
  })
})
