/**
 * Requirements of OWASP ASVS 5.0.0 in docs/security/asvs.md: a line per chapter, a word per section, and the level of
 * each requirement; `-` is a section of level 3 only, which counts in chapter 3 alone.
 */
const chapters: readonly string[] = [
  '22 111112222 11222222222 222 12',
  '122 112 1222 2',
  '3 113 12223 11222233 11122333 3 22333',
  '122 2 22 1222',
  '2 112 11 222',
  '122 111111112222 1122 1122 22222 222 - 2222',
  '222 1111 22 11222 22 22',
  '12 112 1 2',
  '111 1222',
  '22 22 2222 11111222222 22222 22 222',
  '22 222 112 1222 2 2',
  '122 11 2222',
  '2 22222 22 12222',
  '22 1222 122',
  '122 122 1222222',
  '2 22222 2222 222 222',
  '2 2222 22',
]

export interface Requirement {
  readonly id: string
  readonly level: number
}

export const requirements: readonly Requirement[] = chapters.flatMap((sections, chapter) =>
  sections.split(' ').flatMap((levels, section) =>
    [...levels.replace('-', '')].map((level, at) => ({
      id: `${chapter + 1}.${section + 1}.${at + 1}`,
      level: Number(level),
    })),
  ),
)
