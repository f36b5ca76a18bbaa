void import('./define.ts')
