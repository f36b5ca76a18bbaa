/** What the form has once the shopper turns to it: the marks of the brands, and what undoes typing. */
export { drawing } from './form/brand-marks.ts'
export { watchUndo } from './form/undo.ts'
