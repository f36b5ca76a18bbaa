import { defaults, type Appearance } from '#contract/appearance/appearance.ts'

/** The tokens of the page, or else their defaults, until the theme is read. */
const tokens = ({ accent, background, text, danger, success }: (typeof defaults)[Appearance['scheme']]): string =>
  `--accent: var(--tender-accent, ${accent}); --background: var(--tender-background, ${background});
  --text: var(--tender-text, ${text}); --danger: var(--tender-danger, ${danger}); --success: var(--tender-success, ${success});`

/**
 * The styles of the panel and its frame, which the script tag shows before the element's code has loaded. Tokens are
 * used only where a colour or a length is expected: in `background` one of them could be the address of an image.
 */
// oxfmt-ignore
export const panelStyles = `
:host { display: block }
:host([hidden]) { display: none }
.box {
  ${tokens(defaults.light)}
  --radius: ${defaults.light.radius}px; --button-radius: var(--radius); --button-height: 48px; --button-weight: 600;
  --muted: color-mix(in srgb, var(--text) 72%, var(--background));
  --line: color-mix(in srgb, var(--text) 16%, var(--background));
  --border: color-mix(in srgb, var(--text) 52%, var(--background)); --border-width: 1px;
  --focus: var(--accent); --focus-width: 2px; --shadow: none;
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', sans-serif;
  --edge: clamp(12px, 4%, 20px);
  color-scheme: light; position: relative; box-sizing: border-box; padding: var(--padding, 16px var(--edge));
  border-radius: var(--radius); background-color: var(--background); color: var(--text);
  font: 1rem/1.5 var(--font); overflow-wrap: anywhere;
}
.box[data-scheme=dark] {
  ${tokens(defaults.dark)}
  color-scheme: dark;
}
.box[data-flush]:not([data-box=outlined], [data-box=raised]) { padding: var(--padding, 0 4px) }
.box[data-box=outlined] { border: max(1px, var(--border-width)) solid var(--line) }
.box[data-box=raised] { box-shadow: 0 1px 2px rgb(0 0 0 / .12), 0 8px 28px -12px rgb(0 0 0 / .28) }
/* Where wallets will be that the ticket has announced: a blank as high as what comes, and its distance to the form. */
[data-room=stack] { --room: var(--button-height); --below-room: calc(1.3125rem + 32px) }
[data-room=tabs] { --room: 4.75rem; --below-room: 16px }
/* Of the first row its line; below the form is a row for each of them. */
[data-room=accordion] { --room: 1px; --below-room: 51px; --rows: calc(13px + 52px * var(--count)) }
.room:not(:has(.express, .methods)) {
  padding-block-end: var(--below-room);
  &::before { content: ''; display: block; block-size: var(--room); border-radius: var(--button-radius); background: var(--line) }
}
/* The frame has a margin for the ring of the focus; its fields begin where all else begins. */
.place { contain: paint; container-type: inline-size; margin-inline: -4px; padding-block-end: var(--rows) }
/* As high as the form that comes: with what the tokens, the order and the language add to it. */
iframe, .place::before { --added: max(var(--narrow), var(--cards) * var(--list, 36px)) }
iframe {
  display: block; border: 0; inline-size: 100%;
  block-size: calc(var(--form, 360px) + var(--sizes) + var(--added) + var(--long, 0px) - var(--less, 0px));
}
[data-button=hidden] iframe { --less: 72px }
[data-form=none] .place { block-size: 0 }
[data-form=none] { --below-room: 0px }
[data-form=none][data-room=tabs] { --below-room: calc(32px + var(--button-height)) }
[data-form=none][data-room=accordion] { --below-room: calc(19px + var(--button-height)) }
/* Fields and button of the form that comes, until its document is there and covers them. */
.place::before, .place::after {
  content: ''; position: absolute; z-index: -1; inset: 30px 4px auto; block-size: 48px; border-radius: var(--radius);
  background-color: var(--line); color: var(--line); box-shadow: 0 89px, 0 203px, 0 calc(274px + var(--added));
}
.place::after { inset: 119px calc(50% - 6px) auto; border-radius: 0; background-color: var(--background); box-shadow: none }
/* Labels that float stand in their fields, which are higher, and two fields side by side only where there is room. */
[data-label=floating] iframe { --form: 404px }
[data-label=floating] .place::before { inset-block-start: 4px; block-size: 56px; box-shadow: 0 72px, 0 168px, 0 264px, 0 calc(340px + var(--added)) }
[data-label=floating] .place::after { inset-block-start: 76px; block-size: 0 }
@container (max-width: 369px) {
  [data-long] { --long: 20px }
}
@container (min-width: 460px) {
  [data-label=floating] iframe { --form: 308px; --list: 88px }
  [data-label=floating] .place::before { box-shadow: 0 72px, 0 168px, 0 calc(244px + var(--added)); --list: 88px }
  [data-label=floating] .place::after { block-size: 56px }
}
@container (min-width: 560px) {
  iframe, .place::before { --added: max(var(--wide), var(--cards) * var(--list, 36px)) }
}
`
