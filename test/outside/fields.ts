import type { Report } from './report.ts'

const editing = 'test/unit/card-frame/editing.test.ts'
const set = 'test/browser/card-frame/set-values.test.ts'
const paste = 'test/browser/card-frame/paste.test.ts'
const mask = 'test/unit/card-frame/mask.test.ts'

/** Reports about typing, pasting, autofill and password managers in card fields. */
export const fields: readonly Report[] = [
  {
    source: 'aFarkas/webshim#379',
    kind: 'a password manager that sets a value without any event',
    decision: 'fixed',
    file: set,
    words: 'what a script set without any event is paid by a press, and by the page',
  },
  {
    source: 'presentator/presentator#156',
    kind: 'a value that a password manager has set is emptied at the press of the button',
    decision: 'fixed',
    file: set,
    words: 'what a script set without any event is paid by a press, and by the page',
  },
  {
    source: 'emberjs/ember.js#11078',
    kind: 'a value that is set without an event is not in the model of the form',
    decision: 'fixed',
    file: set,
    words: 'at %s what was set is read, formatted and told to the page',
  },
  {
    source: 'ephraimduncan/minimal.so#27',
    kind: 'an autofill whose values a form in memory does not see',
    decision: 'fixed',
    file: set,
    words: 'the code of a stored card, the payer’s data, a list and a box count as they stand, too',
  },
  {
    source: 'braintree/braintree-web#262',
    kind: 'a password manager that imitates keys around its value loses digits in a field that is formatted',
    decision: 'holds',
    file: set,
    words: 'a manager that writes its own text again after its events does not break the form',
  },
  {
    source: 'chargebee/chargebee-js-wrappers#210',
    kind: 'a digit of the year moves into the month that is being corrected',
    decision: 'fixed',
    file: editing,
    words: 'whatever one does in the expiry date, month and year keep their digits',
  },
  {
    source: 'Adyen/adyen-web#1823',
    kind: 'the caret stays behind when a digit of the month is deleted over the separator',
    decision: 'fixed',
    file: editing,
    words: 'Backspace behind the month',
  },
  {
    source: 'stripe-archive/jquery.payment#10',
    kind: 'a caret before the separator of a date confuses what is typed there',
    decision: 'fixed',
    file: editing,
    words: 'whatever one does in the expiry date, month and year keep their digits',
  },
  {
    source: 'recurly/recurly-js#678',
    kind: 'a full month takes more digits',
    decision: 'fixed',
    file: editing,
    words: 'a digit into a full month',
  },
  {
    source: 'nosir/cleave.js#193',
    kind: 'the caret jumps to the end of a number that is corrected in the middle',
    decision: 'holds',
    file: editing,
    words: 'whatever one does in the %s, no digit appears or goes that was not typed, deleted or refused',
  },
  {
    source: 'medipass/react-payment-inputs#2',
    kind: 'the caret stays where it was when a digit before it is deleted',
    decision: 'holds',
    file: mask,
    words: 'Backspace takes the digit before the caret and nothing else',
  },
  {
    source: 'timofei-iatsenko/angular-cc-library#19',
    kind: 'digits beyond the longest number change the ones that are there',
    decision: 'fixed',
    file: editing,
    words: 'a full %s refuses a digit in it, and says so',
  },
  {
    source: 'stripe-archive/react-stripe-elements#127',
    kind: 'a number that is pasted over one of another brand is cut to the length of that',
    decision: 'holds',
    file: paste,
    words: 'of a number that is pasted with its date and code, only the number is left, and undo takes it back',
  },
  {
    source: 'alexkuz/react-input-enhancements#20',
    kind: 'a paste for which the field has no room changes nothing, without a word',
    decision: 'fixed',
    file: editing,
    words: 'more digits than a number has are refused from the first that has no room',
  },
  {
    source: 'stripe-archive/jquery.payment#192',
    kind: 'a limit of length cuts the last digit of a number with a sign too many',
    decision: 'fixed',
    file: paste,
    words: 'a text that is longer than any number is not cut before the number is found in it',
  },
  {
    source: 'kenkeiter/skeuocard#36',
    kind: 'a number that is pasted with spaces',
    decision: 'holds',
    file: mask,
    words: 'a pasted number %s is shown as %s',
  },
  {
    source: 'RobinHerbots/Inputmask#834',
    kind: 'a keyboard that composes digits has them twice in a field that is formatted',
    decision: 'holds',
    file: set,
    words: 'a text that is being composed is not replaced, whatever is rendered meanwhile, and is read when it is done',
  },
  {
    source: 'bitwarden/clients#1727',
    kind: 'an expiry date that is filled in with the year first',
    decision: 'holds',
    file: mask,
    words: 'an expiry date brought as %s at once is shown as %s',
  },
  {
    source: 'bitwarden/clients#12631',
    kind: 'an expiry date that is filled in with four digits of the year',
    decision: 'holds',
    file: set,
    words: 'a manager that writes its own text again after its events does not break the form',
  },
]
