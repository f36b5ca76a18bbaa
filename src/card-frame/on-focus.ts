/** What the form has once it has the focus: the marks of the brands, and what undoes typing. */
export { drawing } from './form/brand-marks.ts'
export { watchUndo } from './form/undo.ts'
