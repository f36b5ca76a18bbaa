import { defaults } from '#contract/appearance.ts'

/** The tokens of the page, or else their defaults. */
const tokens = ({ accent, background, text, radius }: (typeof defaults)['light' | 'dark']): string =>
  `--accent: var(--tender-accent, ${accent}); --background: var(--tender-background, ${background});
  --text: var(--tender-text, ${text}); --radius: clamp(0px, var(--tender-radius, ${radius}px), 24px);`

/**
 * The styles of the panel and its frame, which the script tag shows before the element's code has loaded. Tokens are
 * used only where a colour or a length is expected: in `background` one of them could be the address of an image.
 */
// prettier-ignore
export const panelStyles = `
:host { display: block }
:host([hidden]) { display: none }
.box {
  ${tokens(defaults.light)}
  --bad: #b3261e;
  --soft: color-mix(in srgb, var(--text) 72%, var(--background));
  --line: color-mix(in srgb, var(--text) 16%, var(--background));
  --inner: min(var(--radius), 10px);
  --gutter: clamp(12px, 4%, 20px);
  color-scheme: light; position: relative; box-sizing: border-box; padding: 20px var(--gutter); border: 1px solid var(--line);
  border-radius: var(--radius); background-color: var(--background); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
.box[data-scheme=dark] {
  ${tokens(defaults.dark)}
  --bad: #ff9a90;
  color-scheme: dark;
}
iframe { display: block; border: 0; inline-size: 100%; block-size: 340px }
`
