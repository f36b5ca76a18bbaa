/** Adopted beside the frame's own style sheet. */
export const css = `
.choice { display: flex; flex-wrap: wrap; gap: 0 24px; margin-block-start: -8px }
.choice legend { float: inline-start; margin: 0; padding-block: 11px }
.choice label { display: flex; align-items: center; gap: 8px; min-height: 44px; margin: 0; font-weight: 400; cursor: pointer }
.choice [type=radio] { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); cursor: inherit }
`
