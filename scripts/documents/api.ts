import { exportsOf, passedOnWhole, type Export, type Member } from './exports.ts'

/** Code for a cell of a table or a line of a list. */
const code = (text: string): string => `\`${text}\``

const described = (what: string, text: string): string => (text ? `${what}: ${text}` : what)

const memberLine = ({ code: line, text }: Member): string => `- ${described(code(line), text)}`

/** What can be called or constructed: its head as a heading, its text, and its members. */
function entry({ name, signature, text, members }: Export): string {
  return [
    `#### ${name}`,
    signature && `\`\`\`text\n${signature}\n\`\`\``,
    text,
    members.length > 0 && members.map(memberLine).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const typeLine = ({ name, signature, text, members }: Export): string =>
  [
    `- ${described(`**${code(name)}**${signature ? ` = ${code(signature)}` : ''}`, text)}`,
    ...members.map((member) => `  ${memberLine(member)}`),
  ].join('\n')

/**
 * The public exports of an entry point of the package: what runs with its signature, then the types. What it passes on of
 * another entry as a whole is told there.
 */
export function apiText(file: string): string {
  const elsewhere = new Set(passedOnWhole(file).map(({ name }) => name))
  const all = exportsOf(file).filter(({ name }) => !elsewhere.has(name))
  const [running, types] = [all.filter(({ kind }) => kind !== 'type'), all.filter(({ kind }) => kind === 'type')]
  return [...running.map(entry), types.length > 0 && `#### Types\n\n${types.map(typeLine).join('\n')}`]
    .filter(Boolean)
    .join('\n\n')
}
