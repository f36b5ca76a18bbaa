import { css, unsafeCSS } from 'lit'
import { panelStyles } from './frames/panel-styles.ts'

/** All directions are logical, so that right-to-left needs no second style sheet. */
// prettier-ignore
export const styles = css`
${unsafeCSS(panelStyles)}
h2, p { margin: 0 }
h2 { font-size: 1.25rem; line-height: 1.3 }
h2:focus { outline: none }
.end { display: block; scroll-margin-block: 16px }
.aside {
  position: absolute; inset-inline: var(--gutter); inset-block-start: 0; block-size: 1px; overflow: hidden; visibility: hidden;
}
.unseen, .sense, .probe { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%) }
.probe { border-radius: var(--radius) }
/* A change of any of these, whatever its cause, starts a transition, whose event the element receives. */
.sense {
  outline-color: CanvasText; color: var(--tender-accent); background-color: var(--tender-background);
  border: 0 solid var(--tender-text); border-radius: var(--tender-radius); transition: all 1ms;
  /* Where a browser can: also of a value that is no colour or length, so that a misspelt token is reported. */
  transition: all 1ms, --tender-accent 1ms allow-discrete, --tender-background 1ms allow-discrete,
    --tender-text 1ms allow-discrete, --tender-radius 1ms allow-discrete;
}
.screen { display: grid; gap: 8px; place-items: center; place-content: center; min-block-size: 300px; text-align: center; scroll-margin-block: 16px }
.screen p { max-inline-size: 26rem; color: var(--soft) }
.spinner {
  margin: 8px; inline-size: 36px; block-size: 36px; border: 3px solid var(--line); border-block-start-color: var(--accent);
  border-radius: 50%; animation: turn .9s linear infinite;
}
.alert {
  padding: 12px 14px; margin-block-end: 16px; border-radius: var(--inner);
  background: color-mix(in srgb, var(--bad) 12%, var(--background));
}
button {
  min-block-size: 44px; padding: 10px 20px; border: 1px solid transparent; border-radius: var(--inner);
  font: inherit; font-weight: 600; cursor: pointer;
}
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.screen button { margin-block-start: 16px }
form { display: contents }
.second { background: none; border-color: currentColor; color: inherit }
.main { background-color: var(--accent); color: var(--background) }
@media (forced-colors: active) { button, .alert { border: 1px solid } }
@media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 5s } }
@keyframes turn { to { rotate: 1turn } }
`
