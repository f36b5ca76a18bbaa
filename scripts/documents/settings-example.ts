import { variables, type Variable } from '#proxy/config/variables.ts'

/** The settings for compose and systemd, from the root. */
export const settingsExampleFile = 'deploy/proxy.env.example'

const HEAD = '# All other variables, with their defaults, for whoever needs them (npm run readme writes these lines).'

/** Characters of a line. */
const WIDTH = 118

/** The example with every variable that it does not set above, commented out. */
export function settingsExample(text: string): string {
  const ownPart = text.slice(0, text.indexOf(HEAD))
  const others = variables.filter(({ name }) => !new RegExp(`^#?${name}=`, 'm').test(ownPart))
  return `${ownPart}${HEAD}\n${others.map(lineOf).join('')}`
}

function lineOf({ name, standard, what }: Variable): string {
  const note = standard === undefined ? plain(what) : `${plain(what)} (default: ${plain(standard)})`
  return `\n${comment(note)}\n#${name}=\n`
}

/** Markdown without its marks. */
const plain = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')

/** A text as lines of a comment. */
const comment = (text: string): string =>
  text.split(' ').reduce((lines, word) => {
    const isFull = lines.length - lines.lastIndexOf('\n') + word.length > WIDTH
    return isFull ? `${lines}\n# ${word}` : `${lines} ${word}`
  }, '#')
