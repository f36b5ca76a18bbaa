import { defaults, type Appearance } from './appearance.ts'

/** The tokens of the page, or else their defaults, until the theme is read. */
const tokens = ({ accent, background, text, danger, success }: (typeof defaults)[Appearance['scheme']]): string =>
  `--accent: var(--tender-accent, ${accent}); --background: var(--tender-background, ${background});
  --text: var(--tender-text, ${text}); --danger: var(--tender-danger, ${danger}); --success: var(--tender-success, ${success});`

/**
 * A block for each line of the payer’s data, up to five, above the button: first the contacts, then the address with its
 * heading.
 */
const payerBlocks = [1, 2, 3, 4, 5]
  .map(
    (line) =>
      `0 calc(min(${line}, var(--fields)) * (var(--input) + var(--between)) + var(--first) + clamp(0, ${line} - var(--contacts), var(--address)) * var(--head) - var(--input) - var(--space) - var(--added))`,
  )
  .join()

/**
 * The styles of the panel and its frame, which the script tag shows before the element's code has loaded. Tokens are
 * used only where a colour or a length is expected: in `background` one of them could be the address of an image.
 */
// oxfmt-ignore
export const panelStyles = `
:host { display: block }
:host([hidden]) { display: none }
/* In a parent that is as wide as what is in it, such as a table's cell, the frame has no width of its own. */
:host::before { content: ''; display: block; font: medium system-ui; inline-size: 15em; max-inline-size: 100% }
.box {
  ${tokens(defaults.light)}
  --radius: ${defaults.light.radius}px; --button-radius: var(--radius); --button-height: 48px; --button-weight: 600;
  --muted: color-mix(in srgb, var(--text) 72%, var(--background));
  --line: color-mix(in srgb, var(--text) 16%, var(--background));
  --border: color-mix(in srgb, var(--text) 52%, var(--background)); --border-width: 1px;
  --focus: var(--accent); --focus-width: 2px; --shadow: none;
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', sans-serif;
  --edge: clamp(12px, 4%, 20px);
  --wide: 0px; --count: 0; --sentences: 0; --margins: 0px; --cards: 0; --contacts: 0; --asked: 0; --address: 0;
  color-scheme: light; position: relative; box-sizing: border-box; padding: var(--padding, 16px var(--edge));
  border-radius: var(--radius); background-color: var(--background); color: var(--text);
  font: medium/1.5 var(--font); overflow-wrap: anywhere;
}
.box[data-scheme=dark] {
  ${tokens(defaults.dark)}
  color-scheme: dark;
}
.box[data-ground=none] { background: none }
.box[data-flush]:not([data-box=outlined], [data-box=raised]) { padding: var(--padding, 0) }
.box[data-box=outlined] { border: max(1px, var(--border-width)) solid var(--line) }
.box[data-box=raised] { box-shadow: 0 1px 2px rgb(0 0 0 / .12), 0 8px 28px -12px rgb(0 0 0 / .28) }
/* Where wallets will be that the ticket has announced: a block as high as what comes for each button or tab, and the
 * distance to the form. */
[data-reserved=stack] { --reserved: var(--button-height); --below: calc(1.5 * min(.875em, 6vw) + 32px); --tabs: var(--count) }
[data-reserved=tabs] { --reserved: 4.75em; --below: 16px; --tabs: calc(var(--count) + 1) }
/* Of the first row its line; below the form is a row for each of them, and the last line. */
[data-reserved=accordion] { --reserved: 1px; --below: 51px; --rows: calc(13px + 52px * var(--count)) }
.above:not(:has(.express, .methods)) { padding-block-end: var(--below) }
.above:not(:has(.express, .methods))::before { content: ''; display: block; block-size: var(--reserved); border-radius: var(--button-radius); background: linear-gradient(90deg, var(--line) calc(100% - 8px), #0000 0) 0 / calc((100% + 8px) / var(--tabs, 1)) var(--reserved) repeat space }
/* The third of three has a row of its own where there is little room. */
@container (max-width: 30em) { [data-reserved=stack] .above::before { block-size: calc(var(--reserved) + max(0, var(--count) - 2) * (var(--reserved) + 12px)); --tabs: min(2, var(--count)) } }
/* The lines of the rows below a card form; without one the rows come at another place. */
[data-form=''][data-reserved=accordion]::after, [data-form=''][data-reserved=accordion] .above:not(:has(.express, .methods))~.below { background: linear-gradient(var(--line) 1px, #0000 0) 0 12px/100% 52px }
/* The place below the form, until the element has rendered what is there. */
.box:not(:has(.below))::after { content: ''; block-size: var(--rows); display: block }
/* 1em here is 1rem of its document. */
.above, .place { container-type: inline-size }
.place { contain: paint }
/* As high as the form that comes: with what the tokens, the order and the language add to it. */
.place::before, .place::after, iframe {
  --lines: 7; --list: 9em; --column: 1;
  --fields: calc(var(--asked) + var(--address) * var(--column));
  --first: calc(min(1, var(--fields)) * (var(--space) - var(--between)));
  --head: calc(1.4em + 16px + min(1, var(--contacts)) * (var(--space) - var(--between)));
  --payer: calc(var(--fields) * (var(--input) + var(--between)) + var(--first) + var(--address) * var(--head));
  --texts: calc(var(--sentences) * var(--lines) * 1.25em + var(--margins));
  --added: calc(max(var(--cards) * var(--list), var(--texts)) + var(--payer));
  --group: calc(var(--input) + (2 + var(--column)) * (var(--input) + var(--between)));
}
iframe {
  display: block; border: 0; inline-size: 100%; block-size: var(--height);
  --height: calc(var(--group) + var(--space) + var(--pay) + 4px + var(--added) + var(--long) + var(--wide) * (1 + var(--address) / 2) - var(--less, 0px));
}
/* A label inside its field seldom breaks; one that floats has less room, and one above its field larger letters. */
iframe, :is([data-label=floating], [data-label=above]) iframe { --long: 1.25em }
[data-long], :is([data-label=floating], [data-label=above]) iframe[data-long] { --long: 2.25em }
/* The height that the frame reports is a multiple of 4. */
@supports (block-size: round(up, 1px, 4px)) { iframe { block-size: round(up, var(--height), 4px) } }
[data-button=hidden] iframe { --less: calc(var(--space) + var(--pay)) }
[data-form=none] .place { block-size: 0 }
[data-form=none] { --below: 0px }
[data-form=none][data-reserved=tabs] { --below: calc(32px + var(--button-height)); --tabs: var(--count) }
[data-form=none][data-reserved=accordion] { --below: calc(7px + var(--button-height)) }
/* The fields of the form that comes and its button, until its document is there and covers them. */
.place::before, .place::after { content: ''; position: absolute; z-index: -1; inset: 0 0 auto; border-radius: var(--radius); background-color: var(--line); color: var(--line) }
.place::before { block-size: var(--group) }
.place::after { inset-block-start: calc(var(--group) + var(--space) + var(--added)); block-size: var(--pay); box-shadow: ${payerBlocks} }
[data-fields=separate] .place::before { background: repeating-linear-gradient(var(--line) 0 var(--input), #0000 0 calc(var(--input) + var(--space))) }
/* Forced colours leave out backgrounds and shadows, of which the skeleton consists. */
@media (forced-colors: active) { .above::before, .below:empty, .place::before, .place::after, .box::after { forced-color-adjust: none; --line: GrayText; --background: Canvas } }
/*
 * Whether texts wrap depends on the width in letters, which is little on a phone, and less with a larger font: a sentence
 * has more lines, labels and hints too, and the fields of a pair stand one below the other.
 */
@container (min-width: 9.3em) { .place::before, .place::after, iframe { --lines: 5 } }
@container (min-width: 11.2em) { .place::before, .place::after, iframe { --lines: 4 } }
@container (min-width: 13.3em) { .place::before, .place::after, iframe { --lines: 3 } }
/* A pair is as wide as 15 letters less the border that its fields share. */
@container (min-width: 14.95em) { .place::before, .place::after, iframe { --column: 0 } }
@container (min-width: 17em) { .place::before, .place::after, iframe { --list: 7em } iframe { --long: 0em } [data-long] { --long: 1em } }
@container (min-width: 19em) { .place::before, .place::after, iframe { --lines: 2 } }
@container (min-width: 20.5em) { [data-long] { --long: 0em } :is([data-label=floating], [data-label=above]) iframe[data-long] { --long: 1em } }
@container (min-width: 21.5em) { :is([data-label=floating], [data-label=above]) iframe { --long: 0em } }
@container (min-width: 26em) { :is([data-label=floating], [data-label=above]) iframe[data-long] { --long: 0em } }
@container (min-width: 27em) { .place::before, .place::after, iframe { --list: 60px } }
@container (min-width: 35em) { .place::before, .place::after, iframe { --lines: 1 } }
@container (min-width: 40em) { iframe { --wide: 0px } }
.alert, .alert > p { margin: 0 }
.alert { padding: 12px 14px; margin-block-end: 16px; border: 1px solid var(--danger); border-radius: min(var(--radius), 10px); background: color-mix(in srgb, var(--danger) 12%, var(--background)) }
button { min-block-size: 44px; padding: 10px 20px; border: 1px solid transparent; border-radius: var(--button-radius); font: inherit; font-weight: var(--button-weight); cursor: pointer }
.main, .second { min-block-size: var(--button-height) }
.main { background-color: var(--accent); color: var(--on-accent, var(--background)); box-shadow: var(--shadow) }
.second { background: none; border-color: currentColor; color: inherit }
form { display: contents }
/* While the order is slow, over the place of the button, which is no button yet. */
.late { --danger: var(--accent); position: relative; z-index: 1 }
.late p { position: absolute; inset: auto 0 4px; align-content: center; margin: 0; padding-block: 4px; box-sizing: border-box; min-block-size: calc(var(--pay) / .875); font-size: .875em }
[data-button=hidden] .late p { inset-block: 0 auto }
/* In the place of the form, whose document stays, with what was typed into it. */
.unavailable { align-content: center; gap: 8px; grid-area: 1 / 1 / span 2 }
.unavailable, .box:has(> .unavailable) { display: grid }
:has(> .unavailable) > :not(.unavailable) { visibility: hidden; grid-area: 1 / 1 }
:has(> .unavailable) > .place { grid-row: 2 }
`
