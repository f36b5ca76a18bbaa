/** The blocks of shell commands in a document, in turn. */
export const shellBlocks = (text: string): readonly string[] =>
  [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block!)

/** Each command of these blocks in one line, without its comment. */
export const commandsIn = (text: string): readonly string[] =>
  shellBlocks(text).flatMap((block) =>
    block
      .replace(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
      .filter(Boolean),
  )
