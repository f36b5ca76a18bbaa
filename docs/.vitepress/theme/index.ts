// The standard theme without its font files: the reader's own system font is read best, and nothing is downloaded.
import DefaultTheme from 'vitepress/theme-without-fonts'

export default DefaultTheme
