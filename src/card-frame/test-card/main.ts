import { fillCards } from './fill.ts'

const { parents = '' } = document.documentElement.dataset
fillCards(window, parents.split(' ').filter(Boolean))
