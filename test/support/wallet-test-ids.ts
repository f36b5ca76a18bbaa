export { walletTestIds } from '#testing/wallet.ts'
